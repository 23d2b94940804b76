/** A small IMAP server on this machine: as much of RFC 3501 as a reader of one folder asks for. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface StoredMail {
  source: string;
  flags: Set<string>;
}

export interface ImapPeer {
  url: string;
  /** In order; the UID is the place, from 1. */
  mails: StoredMail[];
  deliver(source: string): void;
  /** Takes all mails out: what comes next has other numbers, as in a mailbox that was made anew. */
  empty(): void;
  /** Ends all connections; new ones are taken. */
  drop(): void;
  stop(): Promise<void>;
}

const password = 'p@ss/w?rd';

/** @param offersIdle tells clients that wait of new mail (RFC 2177) */
export async function startImapPeer({ offersIdle = true } = {}): Promise<ImapPeer> {
  const mails: StoredMail[] = [];
  let validity = 7;
  /** Connections that wait for news, with the tag of their command. */
  const waiting = new Map<Socket, string>();
  /** The number of mails that each connection knows of. */
  const known = new Map<Socket, number>();
  const tell = () => {
    for (const socket of waiting.keys()) {
      if (known.get(socket) !== mails.length) socket.write(`* ${mails.length} EXISTS\r\n`);
      known.set(socket, mails.length);
    }
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* OK ready\r\n');
    const lines = createInterface(socket);
    // It passes on the errors of its socket.
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      const [, idleTag] = /^(\S+) IDLE$/i.exec(line) ?? [];
      if (offersIdle && idleTag !== undefined) {
        waiting.set(socket, idleTag);
        socket.write('+ waiting\r\n');
        tell();
      } else if (/^DONE$/i.test(line)) {
        socket.write(`${waiting.get(socket)} OK done\r\n`);
        waiting.delete(socket);
      } else {
        if (/^\S+ (SELECT|EXAMINE) /i.test(line)) known.set(socket, mails.length);
        socket.write(answer(line, mails, { capabilities: offersIdle ? ' IDLE' : '', validity }));
      }
    });
    // The client waits for the end of the connection after its LOGOUT.
    socket.on('close', () => {
      sockets.delete(socket);
      waiting.delete(socket);
      known.delete(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the IMAP peer has no port');
  return {
    url: `imap://town:${encodeURIComponent(password)}@127.0.0.1:${address.port}/Replies`,
    mails,
    deliver: (source) => {
      mails.push({ source: source.replace(/\r?\n/g, '\r\n'), flags: new Set() });
      tell();
    },
    empty: () => {
      mails.length = 0;
      validity++;
    },
    drop: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Peer {
  capabilities: string;
  validity: number;
}

/** @returns whole answers of the protocol, the last with the command's own tag */
function answer(line: string, mails: StoredMail[], { capabilities, validity }: Peer): string {
  const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
  const say = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
  switch (command.toUpperCase()) {
    case 'CAPABILITY':
      return say(`* CAPABILITY IMAP4rev1${capabilities}`, `${tag} OK done`);
    case 'LOGIN':
      return rest === `town "${password}"` || rest === `"town" "${password}"`
        ? say(`${tag} OK in`)
        : say(`${tag} NO [AUTHENTICATIONFAILED] no such account`);
    case 'LIST':
    case 'LSUB':
      return say(`* ${command} (\\HasNoChildren) "/" ${/""$/.test(rest) ? '""' : 'Replies'}`, `${tag} OK done`);
    case 'SELECT':
    case 'EXAMINE':
      return /^"?Replies"?$/.test(rest)
        ? say(
            ...[`* ${mails.length} EXISTS`, '* FLAGS (\\Seen \\Flagged)', `* OK [UIDVALIDITY ${validity}] made once`],
            ...[`* OK [UIDNEXT ${mails.length + 1}] next`, '* OK [PERMANENTFLAGS (\\Seen \\Flagged)] kept'],
            `${tag} OK [READ-WRITE] open`,
          )
        : say(`${tag} NO no such folder`);
    case 'UID SEARCH': {
      const isMeant = ({ flags }: StoredMail) => (/UNSEEN/i.test(rest) ? !flags.has('\\Seen') : flags.has('\\Flagged'));
      const uids = mails.flatMap((mail, at) => (isMeant(mail) ? [at + 1] : []));
      return say(`* SEARCH ${uids.join(' ')}`.trim(), `${tag} OK done`);
    }
    case 'UID FETCH':
      return (
        numbers(rest)
          .map((uid) => fetched(uid, mails[uid - 1], rest))
          .join('') + say(`${tag} OK done`)
      );
    case 'UID STORE':
      for (const uid of numbers(rest)) {
        for (const flag of rest.match(/\\\w+/g) ?? []) mails[uid - 1]?.flags.add(flag);
      }
      return say(`${tag} OK done`);
    case 'LOGOUT':
      return say('* BYE', `${tag} OK done`);
    case '':
      return '';
    default:
      return say(`${tag} OK nothing to do`);
  }
}

const numbers = (rest: string) => (rest.split(' ')[0] ?? '').split(',').map(Number);

function fetched(uid: number, mail: StoredMail | undefined, asked: string): string {
  if (mail === undefined) return '';
  const head = mail.source.slice(0, mail.source.indexOf('\r\n\r\n') + 4);
  const name = /HEADER\.FIELDS \([^)]*\)/i.exec(asked)?.[0];
  const [part, text] = name ? [name, head] : ['', mail.source];
  const size = Buffer.byteLength(mail.source);
  return `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size} BODY[${part}] {${Buffer.byteLength(text)}}\r\n${text})\r\n`;
}
