import { describe } from 'vitest';
import { memoryHost } from '../../src/host/memory-host.ts';
import { hostConformance } from './conformance.ts';

describe('memory host', () => hostConformance(() => memoryHost()));
