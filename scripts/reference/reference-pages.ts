import { type DocumentForm, type FormSection, problemCodes } from '@kubemin/model';
import { fieldTable } from './field-table.ts';
import { type Language, phrases } from './language.ts';

type Titles = Readonly<Record<Language, string>>;

interface Page {
  readonly file: string;
  readonly title: Titles;
  readonly intro: Titles;
  body(form: DocumentForm, language: Language): string;
}

const pages: readonly Page[] = [
  {
    file: 'application.md',
    title: { en: 'The application', zh: '应用' },
    intro: {
      en: 'The fields of the application itself, and of every component whatever its type. Fields may be written in camelCase, snake_case or kebab-case.',
      zh: '文档中关于应用本身以及所有类型组件的字段。字段可以使用 camelCase、snake_case 或 kebab-case 书写。',
    },
    body: (form, language) =>
      `${fieldTable(form.application, language)}\n## \`component[]\`\n\n${fieldTable(form.component, language)}`,
  },
  {
    file: 'component-types.md',
    title: { en: 'Component types', zh: '组件类型' },
    intro: {
      en: 'The fields under `properties` of a component, by its `type`.',
      zh: '不同 `type` 的组件在 `properties` 下的字段。',
    },
    body: (form, language) => sections(form.componentTypes, language),
  },
  {
    file: 'traits.md',
    title: { en: 'Traits', zh: '特征' },
    intro: {
      en: 'The fields under `traits` of a component, in the order in which traits are processed.',
      zh: '组件在 `traits` 下的字段，按处理顺序排列。',
    },
    body: (form, language) => sections(form.traits, language),
  },
  {
    file: 'workflow.md',
    title: { en: 'The workflow', zh: '工作流' },
    intro: {
      en: 'The steps of a rollout. A step has components or `subSteps`, which take the same fields except `mode`. What a step takes under `properties` depends on its type.',
      zh: '发布的步骤。步骤包含组件或 `subSteps`；子步骤的字段与步骤相同（`mode` 除外）。`properties` 下的字段取决于任务类型。',
    },
    body: (form, language) =>
      `## \`workflow[]\`\n\n${fieldTable(form.step, language)}\n${sections(form.jobTypes, language)}`,
  },
];

/** All reference pages by file name, below `docs/reference/`. */
export function referencePages(form: DocumentForm): ReadonlyMap<string, string> {
  const languages: readonly Language[] = ['en', 'zh'];
  const written = languages.flatMap((language) =>
    pages.map((page): [string, string] => {
      const folder = language === 'en' ? '' : `${language}/`;
      const head = `# ${page.title[language]}\n\n${page.intro[language]}\n${phrases[language].generated}\n`;
      return [`${folder}${page.file}`, `${head}\n${page.body(form, language)}`];
    }),
  );
  return new Map([...written, ['problems.md', problemsPage()], ['README.md', indexPage()]]);
}

function sections(entries: Readonly<Record<string, FormSection>>, language: Language): string {
  return Object.entries(entries)
    .map(([name, { label, summary, field }]) => {
      const fields = field.fields ?? field.item?.fields ?? [];
      const heading = `## \`${name}\`: ${label[language]}`;
      return `${heading}\n\n${summary[language]}\n\n${fieldTable(fields, language)}`;
    })
    .join('\n');
}

function problemsPage(): string {
  const rows = Object.entries(problemCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  const intro = 'Every code validation may report. Codes are stable: programs may match on them.';
  return `# Problems\n\n${intro}\n${phrases.en.generated}\n\n| Code | Meaning |\n|---|---|\n${rows.join('\n')}\n`;
}

function indexPage(): string {
  const links = pages.map(({ file, title }) => `- [${title.en}](${file}) · [${title.zh}](zh/${file})`);
  const schema =
    '- [JSON Schema](../schema/application.schema.json): name it as `$schema` in a document and editors know every field';
  return `# Reference\n\n${phrases.en.generated}\n\n${[...links, '- [Problems](problems.md)', '- [The REST API](rest.md)', '- [The command line](cli.md) · [命令行](zh/cli.md)', schema].join('\n')}\n`;
}
