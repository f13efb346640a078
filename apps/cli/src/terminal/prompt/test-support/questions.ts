import type { Question } from '../question.ts';

/** A question of each kind, all to be asked in one interview. */
export const someQuestions = {
  text: { kind: 'text', id: 'name', flag: '--name', message: 'App name', check: noCapitals },
  port: { kind: 'text', id: 'port', flag: '--port', message: 'Port', optional: true, default: '8080' },
  secret: { kind: 'secret', id: 'password', flag: '--set password', message: 'Password' },
  confirm: { kind: 'confirm', id: 'expose', flag: '--expose', message: 'Expose it?', default: true },
  select: {
    kind: 'select',
    id: 'type',
    flag: '--type',
    message: 'Type',
    options: [
      { value: 'webservice', label: 'Web service', hint: 'Stateless.' },
      { value: 'store', label: 'Store', hint: 'Keeps data.' },
      { value: 'job', label: '任务', hint: '运行到结束。' },
    ],
  },
  multi: {
    kind: 'multi-select',
    id: 'traits',
    flag: '--traits',
    message: 'Traits',
    options: ['envs', 'probes', 'storage'].map((value) => ({ value, label: value })),
    default: [],
  },
} as const satisfies Readonly<Record<string, Question>>;

function noCapitals(value: string): string | undefined {
  return value === value.toLowerCase() ? undefined : 'No capitals.';
}
