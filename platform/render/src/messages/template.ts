import { defineMessages } from '@kubemin/base/message';

/** Applications that are made from templates. */
export const templateMessages = defineMessages('render.template', {
  workflowIgnored: {
    en: 'The workflow of the template "{name}" is not used: it deploys only a part of the application.',
    zh: '模板“{name}”的工作流不会使用：它只部署应用的一部分。',
  },
  workflowIgnoredFix: {
    en: 'Give the application its own workflow if the order matters.',
    zh: '如果顺序重要，请为应用编写自己的工作流。',
  },
  ofItself: { en: 'The application uses itself as its template.', zh: '应用把自己用作模板。' },
  ofItselfFix: { en: 'Write its components out, or use another application.', zh: '请直接写出组件，或使用其他应用。' },
  notFound: { en: 'There is no template "{id}".', zh: '没有模板“{id}”。' },
  notFoundFix: {
    en: 'Deploy the template first, or correct its id or name.',
    zh: '请先部署该模板，或改正其 id 或名称。',
  },
  notEnabled: {
    en: 'The application "{name}" is not a template; set its tmpEnable to true.',
    zh: '应用“{name}”不是模板；请将其 tmpEnable 设为 true。',
  },
  unresolved: {
    en: 'The template "{name}" uses a template itself, which must be resolved first.',
    zh: '模板“{name}”自身使用了模板，须先解析它。',
  },
  empty: { en: 'The template "{name}" has no components.', zh: '模板“{name}”没有组件。' },
  targetNotFound: {
    en: 'The template has no component "{name}"; its components are {names:list}.',
    zh: '模板没有组件“{name}”；其组件为 {names}。',
  },
  thisOverride: { en: 'this override', zh: '此覆盖' },
  override: { en: 'the override "{name}"', zh: '覆盖“{name}”' },
  noneLeft: {
    en: 'The template has no component left for {override:message}; remove it, or name its target.',
    zh: '模板中没有剩余的组件可用于{override}；请删除它，或写出其目标。',
  },
  noneOfTypeLeft: {
    en: 'The template has no component of type {type} left for {override:message}; remove it, or name its target.',
    zh: '模板中没有剩余的 {type} 类型组件可用于{override}；请删除它，或写出其目标。',
  },
  targetTwice: {
    en: 'Two overrides target the component "{name}" of the template; merge them.',
    zh: '两处覆盖指向模板的组件“{name}”；请合并它们。',
  },
  typeMismatch: {
    en: 'The component "{name}" of the template is a {type}, not a {given}; remove the type, or correct it.',
    zh: '模板的组件“{name}”是 {type}，不是 {given}；请去掉类型，或改正它。',
  },
  parameterTwice: {
    en: 'The parameter "{name}" is given twice with different values; all entries of one template share them.',
    zh: '参数“{name}”以不同的值给出两次；同一模板的所有条目共用参数。',
  },
  parameterTwiceFix: { en: 'Give it in one entry.', zh: '请只在一个条目中给出。' },
});
