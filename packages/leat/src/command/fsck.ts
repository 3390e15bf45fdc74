/** `leat fsck SESSION`: reads every line of a session's files and says what is wrong. Writes nothing. */
import { fsckSession, localHost, type ChainReport } from '@leat/engine';
import { EXIT_ERROR, EXIT_OK } from '../cli/exit-code.ts';
import { leatHome } from '../cli/home.ts';
import type { Io } from '../cli/io.ts';
import { plainText } from '../print/plain-text.ts';
import { findSession } from '../session/open-session.ts';

export async function checkSession(
  flags: { readonly session: string; readonly json: boolean },
  io: Io,
  version: string,
): Promise<number> {
  const host = localHost({ home: leatHome(io), version });
  const session = await findSession(flags.session, host);
  const report = await fsckSession(host, session);
  if (flags.json) io.out(`${JSON.stringify(report, null, 2)}\n`);
  else
    io.out(
      `${report.session}: ${report.sound ? 'sound' : 'DAMAGED'}\n${[...report.chains.map(chainText), ...report.missing].join('\n')}\n`,
    );
  return report.sound ? EXIT_OK : EXIT_ERROR;
}

function chainText(chain: ChainReport): string {
  const types = Object.entries(chain.types).map(([type, count]) => `${count} ${type}`);
  const lines = [
    `chain ${chain.chain}: ${chain.records} records (${types.join(', ')}), last line ${chain.tip.seq} crc ${chain.tip.crc}`,
    ...chain.notices.map((notice) => `  ${notice.code}: ${notice.message}`),
  ];
  return plainText(lines.join('\n'));
}
