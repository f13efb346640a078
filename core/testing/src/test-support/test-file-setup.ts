// Node leaves `tls` without createSecureContext if X509Certificate.toLegacyObject, which loads parts of it, is called first.
import 'node:tls';
import fc from 'fast-check';

const SEED = 20_261;
const USUAL_UMASK = 0o022;

// The usual seed is the clock's: one commit would pass here and fail there. The long forms draw another one each time, and
// name the seed of what they find.
if (process.env.KUBEMIN_TEST_FULL !== '1') {
  fc.configureGlobal({ seed: Number(process.env.KUBEMIN_TEST_SEED ?? SEED) });
}

// Files share a process, and a platform that was started in it for a test has closed new files to others.
process.umask(USUAL_UMASK);
