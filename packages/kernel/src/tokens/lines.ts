/** The lines of SPEC 8.0 as data: where the ladder, the meter and the refusal to send look. All in tokens. */
import type { Profile } from '../model/profile.ts';
import {
  AUTO_MARGIN_TOKENS,
  BLOCKING_MARGIN_TOKENS,
  COLLAPSE_COMMIT_SHARE,
  COLLAPSE_EMERGENCY_SHARE,
  FIXED_PART_SHARE_MAX,
  FULL_SCALE_TOKENS,
  RESERVE_TOKENS_MAX,
  RESERVE_WINDOW_SHARE,
  WARNING_MARGIN_TOKENS,
} from '../limits.ts';

/** All lines of one window. They rise with the window: reserve < warning < auto < commit … as SPEC 8.0 places them. */
export interface Lines {
  readonly window: number;
  /** Kept free for the answer. */
  readonly reserve: number;
  /** E: what the input may fill. */
  readonly effective: number;
  /** min(1, E / 180,000): margins, tails and re-attachments are multiplied with it. */
  readonly scale: number;
  readonly warning: number;
  readonly auto: number;
  readonly commit: number;
  readonly emergency: number;
  /** A request above this is not sent. */
  readonly blocking: number;
  /** System, tools and index 0 above this call for the small tool set. */
  readonly fixedPartMax: number;
}

/**
 * The lines of a profile, or of a smaller window that a setting asks for.
 *
 * @example linesOf(profileOf('claude-haiku-4-5')).auto // 167_000
 */
export function linesOf(
  profile: Pick<Profile, 'windowTokens' | 'outputTokensMax'>,
  windowMax: number = Number.POSITIVE_INFINITY,
): Lines {
  const window = Math.max(1, Math.min(profile.windowTokens, windowMax));
  const reserve = Math.floor(
    Math.min(profile.outputTokensMax, RESERVE_TOKENS_MAX, window * RESERVE_WINDOW_SHARE),
  );
  const effective = window - reserve;
  const scale = Math.min(1, effective / FULL_SCALE_TOKENS);
  const below = (line: number, margin: number) => Math.floor(line - margin * scale);
  const auto = below(effective, AUTO_MARGIN_TOKENS);
  return {
    window,
    reserve,
    effective,
    scale,
    warning: below(auto, WARNING_MARGIN_TOKENS),
    auto,
    commit: Math.floor(effective * COLLAPSE_COMMIT_SHARE),
    emergency: Math.floor(effective * COLLAPSE_EMERGENCY_SHARE),
    blocking: below(effective, BLOCKING_MARGIN_TOKENS),
    fixedPartMax: Math.floor(effective * FIXED_PART_SHARE_MAX),
  };
}
