import fc from 'fast-check';

const SEED = 20_261;

// The usual seed is the clock's: one commit would pass here and fail there. The long forms draw anew each time, and
// name the seed of what they find.
if (process.env.KUBEMIN_TEST_FULL !== '1') {
  fc.configureGlobal({ seed: Number(process.env.KUBEMIN_TEST_SEED ?? SEED) });
}
