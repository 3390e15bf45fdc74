/** Every rule, in the order in which a request meets them. The first that refuses answers. */

import { bodyRules } from './body.ts';
import { cacheControlRules } from './cache-control.ts';
import { headerRules } from './headers.ts';
import { laterRules } from './later.ts';
import { mediaRules } from './media.ts';
import { pairingRules } from './pairing.ts';
import { paramRules } from './params.ts';
import { endRules, placeRules, roleRules } from './roles.ts';
import type { Rule } from './rule.ts';
import { samplingRules, versionRules } from './sampling.ts';
import { shapeRules } from './shape-rules.ts';
import { sizeRules } from './size.ts';
import { strictSchemaRules } from './strict-schemas.ts';
import { systemContentRules, systemPlaceRules } from './system-messages.ts';
import { textRules } from './text.ts';
import { thinkingParamRules } from './thinking-params.ts';
import { thinkingRules } from './thinking.ts';
import { toolRules } from './tools.ts';

/** See the file header; each entry of a group is one small function in the group's file. */
export const RULES: readonly Rule[] = [
  ...headerRules,
  ...bodyRules,
  ...versionRules,
  ...shapeRules,
  ...paramRules,
  ...thinkingParamRules,
  ...samplingRules,
  ...laterRules,
  ...systemContentRules,
  ...roleRules,
  ...placeRules,
  ...textRules,
  ...toolRules,
  ...strictSchemaRules,
  ...pairingRules,
  ...thinkingRules,
  ...systemPlaceRules,
  ...endRules,
  ...mediaRules,
  ...cacheControlRules,
  ...sizeRules,
];
