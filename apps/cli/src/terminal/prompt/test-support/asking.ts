import { translateTo } from '../../language/language.ts';
// Asks one question of each kind on this process's terminal and prints the answers, for tests in a pseudo-terminal.

import { createStyle } from '../../style.ts';
import { openKeyboard } from '../keyboard.ts';
import { TerminalPrompter } from '../terminal-prompter.ts';
import { someQuestions } from './questions.ts';

const { stdin, stderr, stdout, env } = process;
const interruption = new AbortController();
process.on('SIGTERM', () => interruption.abort());
const keyboard = openKeyboard(stdin);
const prompter = new TerminalPrompter({
  keyboard,
  write: (text) => void stderr.write(text),
  size: () => ({ columns: stderr.columns, rows: stderr.rows }),
  onResize: (listener) => {
    stderr.on('resize', listener);
    return () => stderr.off('resize', listener);
  },
  style: createStyle(true),
  translate: translateTo(env.KUBEMIN_LANG === 'zh' ? 'zh' : 'en'),
  interrupted: interruption.signal,
});
const answers = [];
for (const question of Object.values(someQuestions)) {
  const answer = await prompter.ask(question);
  answers.push(answer.kind === 'answer' ? answer.value : answer.kind);
  if (answer.kind === 'cancel') break;
}
keyboard.close();
stdout.write(`answers: ${JSON.stringify(answers)}\n`);
