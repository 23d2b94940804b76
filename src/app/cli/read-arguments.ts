import { basename } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError, CommandHelp } from './run-command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
const help = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads the command line. Without `options` and `allowPositionals` the command takes nothing.
 * @throws CommandHelp for --help, CommandError for an option or argument that the command does not know
 */
export function readArguments<T extends Options = Record<never, never>>(
  usage: string,
  { options, allowPositionals = false }: { options?: T; allowPositionals?: boolean } = {},
) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals, options: { ...(options ?? ({} as T)), ...help } });
    if ((values as { help?: boolean }).help) throw new CommandHelp(usage);
    return { values, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds how an argument may begin with a dash, which is no help here.
    const said = error.message.split(/\.\s|\n/)[0]?.replace(/\.$/, '');
    const name = basename(process.argv[1] ?? '', '.ts');
    const asked = name === 'start' ? 'npm start' : `npm run ${name}`;
    throw new CommandError(`${said}. \`${asked} -- --help\` says what there is.`);
  }
}
