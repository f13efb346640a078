import { Transform } from 'node:stream';

const CTRL_P = 0x10;
const CTRL_Q = 0x11;

/**
 * Passes what is typed on until Ctrl-P Ctrl-Q is: from there on nothing, and the listener is called. A Ctrl-P waits for the
 * key after it, and goes on before any other.
 */
export function detachKeys(onDetach: () => void): Transform {
  let held = false;
  let left = false;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const passed: number[] = [];
      for (const byte of left ? [] : bytes) {
        if (held && byte === CTRL_Q) {
          left = true;
          break;
        }
        if (held) passed.push(CTRL_P);
        held = byte === CTRL_P;
        if (!held) passed.push(byte);
      }
      if (left && held) {
        held = false;
        onDetach();
      }
      done(null, passed.length === 0 ? undefined : Buffer.from(passed));
    },
    flush(done) {
      done(null, held ? Buffer.from([CTRL_P]) : undefined);
    },
  });
}
