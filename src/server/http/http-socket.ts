import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** node:http keeps the running answer on each socket, and nothing once it has been written whole. */
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };
