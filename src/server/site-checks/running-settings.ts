/**
 * A note in DATA_DIR about the settings with which the site runs: whoever corrects the file and forgets to start the site again would read
 * that all is well. It holds fingerprints, never values.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { settingTexts } from '#server/env.ts';
import { describeError, log } from '#server/log.ts';
import { fingerprint } from '#server/vault.ts';
import { type Check, wrong } from './check.ts';
import { serviceFile } from './settings-file-check.ts';

type Source = Readonly<Record<string, string | undefined>>;

const Note = z.object({
  /** The settings file of the start. */
  file: z.string(),
  /** The fingerprints by name. A value that came from the shell, and not from the file, is left out: the file cannot tell about it. */
  settings: z.record(z.string(), z.string()),
});

const noteIn = (dataDir: string) => join(dataDir, 'running-settings.json');
const marked = (name: string, text: string) => fingerprint(text, `setting:${name}`);

function readSettings(file: string): Source | undefined {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The file that this process got its settings from. That of the service may be another site's. */
function fileOfStart(dataDir: string, nodeArgs: readonly string[]): string | undefined {
  const option = '--env-file=';
  const given = nodeArgs.find((arg) => arg.startsWith(option));
  if (given !== undefined) return resolve(given.slice(option.length));
  return settingTexts(readSettings(serviceFile) ?? {}).DATA_DIR === JSON.stringify(dataDir) ? serviceFile : undefined;
}

/** Called by the supervisor at each start that was not refused: a refused one says nothing about the site that runs. */
export function noteSettings(dataDir: string, source: Source, nodeArgs: readonly string[] = process.execArgv): void {
  const file = fileOfStart(dataDir, nodeArgs);
  const [inFile, taken] = [settingTexts((file && readSettings(file)) || {}), settingTexts(source)];
  const settings: Record<string, string> = {};
  for (const [name, text] of Object.entries(taken)) if (text === inFile[name]) settings[name] = marked(name, text);
  try {
    writeFileSync(noteIn(dataDir), JSON.stringify({ file: file ?? '', settings }), { mode: 0o600 });
  } catch (error) {
    log.warn({ reason: describeError(error) }, 'the note about the settings could not be written');
  }
}

/** Names what the settings file says otherwise by now. Nothing where the file cannot be read. */
export function checkRunningSettings(dataDir: string): Check[] {
  let note: z.infer<typeof Note>;
  try {
    note = Note.parse(JSON.parse(readFileSync(noteIn(dataDir), 'utf8')));
  } catch {
    return [];
  }
  const inFile = readSettings(note.file);
  if (inFile === undefined) return [];
  const texts = settingTexts(inFile);
  const noted = Object.entries(note.settings);
  const others = noted.filter(([name, mark]) => name in texts && marked(name, texts[name] ?? '') !== mark);
  // With another secret.key every fingerprint is another one.
  if (others.length === 0 || others.length === noted.length) return [];
  const names = new Intl.ListFormat('en-US').format(others.map(([name]) => name));
  return [
    wrong(
      'Settings',
      `The site runs with another ${names} than ${note.file} has now. Start the site again to take it over.`,
    ),
  ];
}
