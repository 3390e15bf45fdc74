/** Recorded sessions that lie beside the repository; tests that need them are skipped where they are absent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../../shared/transcripts', import.meta.url));

export const TRANSCRIPTS_MISSING = `no transcripts beside the repository`;

/** Names of the transcripts in the widely used form; empty where there are none. */
export const transcriptNames: readonly string[] = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl') && !name.startsWith('pi-'))
  : [];

export const transcriptPath = (name: string): string => join(FOLDER, name);
export const transcript = (name: string): Buffer => readFileSync(transcriptPath(name));

type Json = { readonly [key: string]: unknown };

/** Objects of a file, two on a line included: an independent reading, by the marks that begin a record. */
export function objectsOf(name: string): readonly Json[] {
  const objects: Json[] = [];
  for (const line of transcript(name).toString('utf8').split('\n')) {
    for (const part of line.split(/(?<=\})(?=\{"(?:parentUuid|type)":)/)) {
      try {
        objects.push(JSON.parse(part) as Json); // an object by the split
      } catch {
        continue; // an empty last line
      }
    }
  }
  return objects;
}
