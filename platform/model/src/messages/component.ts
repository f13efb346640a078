import { defineMessages } from '@kubemin/base/message';

/** Applications as a whole, their components, profiles and templates. */
export const componentMessages = defineMessages('model.component', {
  waitsForItself: { en: '"{name}" depends on itself.', zh: '“{name}”依赖自身。' },
  removeOrAddComponent: { en: 'Remove it, or add the component.', zh: '请删除它，或添加该组件。' },
  projectNameTooLong: { en: 'Give the project a shorter name.', zh: '请给项目起一个更短的名称。' },
  namespaceFixed: {
    en: 'The application is in the namespace "{from}"; it cannot move to "{to}".',
    zh: '应用位于命名空间“{from}”，不能移到“{to}”。',
  },
  createNewApplication: {
    en: 'Create a new application there, and delete this one when it is no longer needed.',
    zh: '请在那里新建应用，并在不再需要时删除这一个。',
  },
  clusterFixed: {
    en: 'The application is in {from:message}; it cannot move to {to:message}.',
    zh: '应用位于{from}，不能移到{to}。',
  },
  defaultCluster: { en: 'the default cluster', zh: '默认集群' },
  namedCluster: { en: 'the cluster "{cluster}"', zh: '集群“{cluster}”' },
  typeFixed: { en: '"{name}" is a {from}; it cannot become a {to}.', zh: '“{name}”是 {from}，不能变为 {to}。' },
  typeFixedFix: {
    en: 'Remove it in one release and add it with the new type in the next, or give the new one another name.',
    zh: '请先在一次发布中移除它，再在下一次以新类型加入；或给新组件另起名称。',
  },
  noComponents: {
    en: 'The application has no components; nothing will be deployed.',
    zh: '应用没有组件；不会部署任何内容。',
  },
  noComponentsFix: { en: 'Add at least one entry under "component".', zh: '请在“component”下至少添加一项。' },
  nameTaken: { en: 'Another component is already named "{name}".', zh: '已有组件名为“{name}”。' },
  nameTakenFix: {
    en: 'Give every component its own name; names are not case-sensitive.',
    zh: '请让每个组件名称各不相同；大小写不作区分。',
  },
  dependencyCycle: { en: 'Components depend on each other: {path}.', zh: '组件相互依赖：{path}。' },
  dependencyCycleFix: { en: 'Remove one of these dependencies.', zh: '请去掉其中一个依赖。' },
  noImage: { en: 'The {type} "{name}" has no image to run.', zh: '{type} 组件“{name}”没有可运行的镜像。' },
  imageExample: { en: 'Give the image, such as "nginx:1.27".', zh: '请给出镜像，例如“nginx:1.27”。' },
  initImageExample: { en: 'Give the image, such as "busybox:1.37".', zh: '请给出镜像，例如“busybox:1.37”。' },
  otherNamespace: {
    en: 'The component has the namespace "{given}"; the application\'s namespace "{namespace}" is used.',
    zh: '组件的命名空间是“{given}”；实际使用应用的命名空间“{namespace}”。',
  },
  otherNamespaceFix: {
    en: 'Remove it here, or change the namespace of the application.',
    zh: '请在此处删除，或修改应用的命名空间。',
  },
  notFound: { en: 'There is no component "{name}".{hint?}', zh: '没有组件“{name}”。{hint?}' },
  reservedNamespace: {
    en: 'The namespace "{namespace}" is reserved for the cluster.',
    zh: '命名空间“{namespace}”由集群保留。',
  },
  reservedNamespaceFix: { en: 'Use another namespace.', zh: '请使用其他命名空间。' },
  objectTaken: {
    en: 'The component "{component}" already creates the {object:message}.',
    zh: '组件“{component}”已创建{object}。',
  },
  profileKindUnknown: { en: 'No trait takes profiles of kind "{kind}".', zh: '没有特征使用“{kind}”类的配置档。' },
  profileName: { en: 'Give the name of a profile stored on the platform.', zh: '请给出平台上已保存的配置档名称。' },
  profileNotFound: { en: 'There is no {kind} profile "{name}".{hint?}', zh: '没有 {kind} 配置档“{name}”。{hint?}' },
  createProfileOrUse: {
    en: 'Create the profile, or use one of: {names:list}.',
    zh: '请创建该配置档，或使用其中之一：{names}。',
  },
  concernsComponent: {
    en: 'it concerns the component as a whole, not one container',
    zh: '它针对整个组件，而不是某个容器',
  },
  cannotNest: {
    en: '"{trait}" cannot be nested: a container cannot have containers of its own.',
    zh: '“{trait}”不能嵌套：容器不能再有自己的容器。',
  },
  cannotNestFix: { en: 'Move it to the "{trait}" trait of the component.', zh: '请移到组件的“{trait}”特征中。' },
  noEffectHere: { en: '"{trait}" has no effect here: {reason:message}.', zh: '“{trait}”在此处不起作用：{reason}。' },
  noEffectHereFix: {
    en: 'Move it to the traits of the component, or remove it.',
    zh: '请移到组件自身的特征中，或删除它。',
  },
  runsNoContainer: {
    en: 'A {type} runs no container, so the trait "{trait}" has no effect.',
    zh: '{type} 不运行容器，因此特征“{trait}”不起作用。',
  },
  runsNoContainerFix: {
    en: 'Remove it, or move it to the component that should have it.',
    zh: '请删除它，或移到应有它的组件。',
  },
  containerNameTaken: {
    en: 'Another container of this pod is already named "{name}".',
    zh: '此 Pod 中已有容器名为“{name}”。',
  },
  containerNameTakenFix: {
    en: 'Use another name; the main container has the name of the component.',
    zh: '请给它单独的名称；主容器与组件同名。',
  },
  templateId: {
    en: 'Give the id or the name of an application that is a template.',
    zh: '请给出作为模板的应用的 id 或名称。',
  },
  templateTarget: {
    en: "Give the name of one of the template's components, or leave it out.",
    zh: '请给出模板中某个组件的名称，或省略它。',
  },
  templateParameters: {
    en: 'Give a map from the names of parameters to values: strings, numbers, true or false.',
    zh: '请给出从参数名到值的映射：字符串、数字、true 或 false。',
  },
  templateFormat: { en: 'Write {{ "id": "…" }}.', zh: '请写成 {{ "id": "…" }}。' },
  createProfile: { en: 'Create the profile; there are none yet.', zh: '请创建该配置档；目前还没有。' },
});
