import { describe, expect, it } from 'vitest';
import type { Machine } from '../../src/host/host.ts';
import { localMachine } from '../../src/host/local-machine.ts';
import { PermissionGate } from '../../src/permission/gate.ts';
import type { Answer, Asker, PermissionOptions, PermissionRequest } from '../../src/permission/permission.ts';
import { settleTasks } from '../support/virtual-clock.ts';

const options: PermissionOptions = {
  mode: 'default',
  rules: [],
  roots: ['/'],
  isRoot: false,
  sandboxed: false,
};
const shell = (toolUseId: string): PermissionRequest => ({
  toolUseId,
  name: 'Bash',
  title: 'Bash ls',
  input: { command: 'ls' },
  access: { kind: 'shell', command: 'ls' },
  readOnly: false,
  cwd: '/',
});
// Nothing here depends on real files, so that no real time passes.
const machine: Machine = {
  ...localMachine(),
  files: { ...localMachine().files, realpath: async (path) => path },
};
const signal = new AbortController().signal;

describe('the gate', () => {
  it('refuses what would ask when nobody is there, and names the flag that would have allowed it', async () => {
    const gate = new PermissionGate(options, machine, null);
    expect(await gate.decide(shell('t1'), signal)).toMatchObject({
      decision: 'deny',
      kind: 'nobody',
      flag: '--allowed-tools Bash',
    });
    expect(gate.takeDenials()).toEqual([
      expect.objectContaining({ toolUseId: 't1', name: 'Bash', flag: '--allowed-tools Bash' }),
    ]);
  });

  it('does not ask in dontAsk, even when somebody is there', async () => {
    const asker: Asker = { ask: () => Promise.reject(new Error('must not be asked')) };
    const gate = new PermissionGate({ ...options, mode: 'dontAsk' }, machine, asker);
    expect(await gate.decide(shell('t1'), signal)).toMatchObject({ decision: 'deny', kind: 'nobody' });
  });

  it('opens one dialog at a time, and a refusal also refuses those that wait behind it', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const asker: Asker = { ask: () => new Promise((resolve) => answers.push(resolve)) };
    const gate = new PermissionGate(options, machine, asker);
    const first = gate.decide(shell('t1'), signal);
    const second = gate.decide(shell('t2'), signal);
    await settleTasks();
    expect(answers).toHaveLength(1);
    answers[0]?.({ decision: 'deny', message: 'not now' });
    expect(await first).toMatchObject({ decision: 'deny', kind: 'person', reason: 'not now' });
    expect(await second).toMatchObject({ decision: 'deny', kind: 'dialog_closed' });
    const third = gate.decide(shell('t3'), signal);
    await settleTasks();
    answers[1]?.({ decision: 'allow' });
    expect(await third).toEqual({ decision: 'allow', by: 'person' });
  });
});
