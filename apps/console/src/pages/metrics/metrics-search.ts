import * as z from 'zod';

/** The ranges that the platform reports, and their lengths. */
export const RANGES = {
  '15m': 900_000,
  '1h': 3_600_000,
  '6h': 21_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
} as const;
export type Range = keyof typeof RANGES;

/** What the charts show, which is in their address. */
export const metricsSearchSchema = z.object({
  range: z.enum(['15m', '1h', '6h', '24h', '7d', '30d']).optional().catch(undefined),
  compare: z.boolean().optional().catch(undefined),
});
