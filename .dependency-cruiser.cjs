// Packages depend one way (kernel ← engine ← tools ← leat; the simulator alone), and the kernel is pure.
const only = (from, to) => ({
  name: `${from}-imports-one-way`,
  severity: 'error',
  from: { path: `^packages/${from}/src` },
  to: { path: '^packages/', pathNot: `^packages/(${to})/` },
});

module.exports = {
  forbidden: [
    only('kernel', 'kernel'),
    only('sim', 'sim'),
    only('engine', 'engine|kernel'),
    only('tools', 'tools|engine|kernel'),
    {
      name: 'kernel-is-pure',
      severity: 'error',
      comment: 'No I/O, no clock, no process, no SDK: the kernel runs in a browser.',
      from: { path: '^packages/kernel/src' },
      to: { pathNot: '^packages/kernel/src' },
    },
    {
      name: 'simulator-stands-alone',
      severity: 'error',
      from: { path: '^packages/sim/src' },
      to: { pathNot: '^packages/sim/src', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|demo)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.test.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
    },
  },
};
