/** Reads the files of a city pack, and gathers the mistakes of all of them, so that their author reads them in one go. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Mistake } from './city-mistakes.ts';
import { EnvError } from './env-variable.ts';
import { describeMistakes } from './pack-mistakes.ts';

/** Mistakes in the pack, a line each. It names the file, the field and what stands there, and says what is allowed. */
export class CityPackError extends EnvError {}

z.config(z.locales.en());

/** Editors of Windows save UTF-16 and Windows-1252; read as UTF-8, their letters would be lost without a word. */
function decode(bytes: Uint8Array): { text: string } | { line: number } {
  try {
    // Takes the byte order mark away.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // Told below, with its line.
  }
  const [before = ''] = new TextDecoder().decode(bytes).split(/[\uFFFD\0]/, 1);
  return { line: before.split('\n').length };
}

/** A part of the pack; undefined when it has mistakes. */
type Part<S extends z.core.$ZodType> = z.output<S> | undefined;

export interface PackFiles {
  /** Reads a file of text; null when there is none, undefined when it cannot be read as text. */
  text: (file: string) => Promise<string | null | undefined>;
  /** @param findMistakes those that have the right shape, in the value as it was written */
  part: <S extends z.core.$ZodType>(
    file: string,
    schema: S,
    findMistakes?: (value: unknown) => Mistake[],
  ) => Promise<Part<S>>;
  /** Reads a file that a pack may leave out. */
  optionalPart: <S extends z.core.$ZodType, O>(
    file: string,
    schema: S,
    otherwise: O,
    findMistakes?: (value: unknown) => Mistake[],
  ) => Promise<Part<S> | O>;
  /** @param line completes the sentence that begins with the file */
  addMistake: (file: string, line: string) => void;
  /** @throws CityPackError with all mistakes so far */
  refuseMistakes: () => void;
}

/** @param folder of the pack, or one below it. Read one file after the other: mistakes are told in this order. */
export function packFiles(folder: string): PackFiles {
  const lines: string[] = [];
  const addMistake = (file: string, line: string) => void lines.push(`${join(folder, file)}${line}`);

  const text = async (file: string) => {
    const bytes = await readFile(join(folder, file)).catch(() => null);
    if (bytes === null) return null;
    const decoded = decode(bytes);
    if ('text' in decoded) return decoded.text;
    addMistake(
      file,
      ` is not saved as UTF-8 (line ${decoded.line}): choose UTF-8 where your editor asks for the encoding, and save it again`,
    );
    return undefined;
  };

  function check<S extends z.core.$ZodType>(
    file: string,
    source: string,
    schema: S,
    findMistakes: (value: unknown) => Mistake[] = () => [],
  ): Part<S> {
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch (error) {
      addMistake(file, ` is not valid JSON: ${(error as Error).message}`);
      return undefined;
    }
    const result = z.safeParse(schema, value);
    const better = findMistakes(value);
    if (result.success && better.length === 0) return result.data;
    const issues = result.error?.issues ?? [];
    lines.push(...describeMistakes({ file: join(folder, file), value, schema, issues }, better));
    return undefined;
  }

  return {
    text,
    part: async (file, schema, findMistakes) => {
      const source = await text(file);
      if (source === null) addMistake(file, ' is missing; a city pack must have it');
      return typeof source === 'string' ? check(file, source, schema, findMistakes) : undefined;
    },
    optionalPart: async (file, schema, otherwise, findMistakes) => {
      const source = await text(file);
      if (source === null) return otherwise;
      return source === undefined ? undefined : check(file, source, schema, findMistakes);
    },
    addMistake,
    refuseMistakes: () => {
      if (lines.length > 0) throw new CityPackError(lines.join('\n'));
    },
  };
}
