import type { Pty } from './pty.ts';

/** Types a reply to the question on the screen and waits until it is accepted. */
export async function replyTo(pty: Pty, question: string, text: string): Promise<void> {
  await pty.until(`? ${question}`);
  await pty.type(text);
  await pty.press('Enter');
  await pty.until(`✓ ${question}`);
}
