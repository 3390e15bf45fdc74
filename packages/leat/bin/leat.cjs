#!/usr/bin/env node
'use strict';
// The entry: answers `--version` without loading anything, else runs the bundle from V8's code cache.
//
// The cache is only ever a copy of what the bundle compiles to: a missing, foreign or damaged one is rejected by V8 and
// written anew, in dist/code-cache where that can be written (a build primes it), else under LEAT_HOME.
const path = require('node:path');

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(require('../package.json').version + '\n');
} else {
  run();
}

function run() {
  const fs = require('node:fs');
  const vm = require('node:vm');
  const file = path.join(__dirname, '../dist/leat.cjs');
  let source;
  try {
    source = fs.readFileSync(file, 'utf8');
  } catch {
    process.stderr.write('leat: not built yet (packages/leat/dist/leat.cjs is missing): run npm run build\n');
    process.exitCode = 1;
    return;
  }
  const places = cachePlaces(source.length);
  const cached = firstReadable(fs, places);
  const script = new vm.Script(
    '(function (exports, require, module, __filename, __dirname) {' + source + '\n})',
    {
      filename: file,
      ...(cached && { cachedData: cached }),
    },
  );
  const load = script.runInThisContext();
  const module = { exports: {} };
  load(module.exports, require('node:module').createRequire(file), module, file, path.dirname(file));
  const prime = argv[0] === '--prime-code-cache';
  const done = prime
    ? module.exports.prime()
    : module.exports.main(argv, {
        version: require('../package.json').version,
        root: path.join(__dirname, '..'),
      });
  done.then(
    (code) => {
      process.exitCode = code;
      if (!cached || script.cachedDataRejected || prime) writeCache(fs, places, script.createCachedData());
    },
    (error) => {
      process.stderr.write('leat: internal error: ' + (error && error.stack ? error.stack : error) + '\n');
      process.exitCode = 70;
    },
  );
}

function cachePlaces(length) {
  const name = [process.version, process.arch, length, require('../package.json').version].join('-') + '.bin';
  const home = process.env.LEAT_HOME || path.join(require('node:os').homedir(), '.leat');
  return [path.join(__dirname, '../dist/code-cache', name), path.join(home, 'cache', name)];
}

function firstReadable(fs, places) {
  for (const place of places) {
    try {
      return fs.readFileSync(place);
    } catch {
      // Not there: try the next place, or compile without a cache.
    }
  }
  return undefined;
}

function writeCache(fs, places, data) {
  for (const place of places) {
    try {
      fs.mkdirSync(path.dirname(place), { recursive: true });
      const temporary = place + '.' + process.pid;
      fs.writeFileSync(temporary, data);
      fs.renameSync(temporary, place);
      return;
    } catch {
      // Can't be written here (read-only installation): try the next place; without a cache the start is only slower.
    }
  }
}
