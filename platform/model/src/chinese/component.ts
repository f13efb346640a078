import type { Sentences } from './sentences.ts';

/** About applications as a whole, their components and templates. */
export const componentSentences: Sentences = {
  'Give the project a shorter name.': '请给项目起一个更短的名称。',
  'The application lives in the namespace "{0}"; objects cannot move to "{1}".':
    '应用位于命名空间“{0}”；对象无法移到“{1}”。',
  'Create a new application there, and delete this one when it is no longer needed.':
    '请在那里新建应用，并在不再需要时删除这一个。',
  'The application lives in {0}; objects cannot move to {1}.': '应用位于{0}；对象无法移到{1}。',
  'the default cluster': '默认集群',
  'the cluster "{0}"': '集群“{0}”',
  '"{0}" is a {1}; it cannot become a {2}.': '“{0}”是 {1}，不能变为 {2}。',
  'Remove it in one release and add it with the new type in the next, or give the new one another name.':
    '请先在一次发布中移除它，再在下一次以新类型加入；或给新组件另起名称。',
  'The application has no components; nothing will be deployed.': '应用没有组件；不会部署任何内容。',
  'Add at least one entry under "component".': '请在“component”下至少添加一项。',
  'Another component is already called "{0}".': '已有组件名为“{0}”。',
  'Give every component a name of its own; capitals do not count.': '请让每个组件名称各不相同；大小写不作区分。',
  'Components wait for each other: {0}.': '组件相互等待：{0}。',
  'Remove one of these dependencies.': '请去掉其中一个依赖。',
  'The {0} "{1}" has no image to run.': '{0} 组件“{1}”没有可运行的镜像。',
  'Give the image, such as "nginx:1.27".': '请给出镜像，例如“nginx:1.27”。',
  'Give the image, such as "busybox:1.37".': '请给出镜像，例如“busybox:1.37”。',
  'The component says namespace "{0}"; the application\'s, "{1}", wins.':
    '组件写的命名空间是“{0}”；以应用的“{1}”为准。',
  "Remove it here, or change the application's.": '请在此处删除，或修改应用的命名空间。',
  'There is no component "{0}".{1}': '没有组件“{0}”。{1}',
  'There is no component "{0}".': '没有组件“{0}”。',
  'The namespace "{0}" belongs to the cluster itself.': '命名空间“{0}”属于集群自身。',
  'Use a namespace of your own.': '请使用自己的命名空间。',
  'The component "{0}" already makes the {1}.': '组件“{0}”已创建了{1}。',
  'No trait takes profiles of kind "{0}".': '没有特征使用“{0}”类的配置档。',
  'Give the name of a profile the platform keeps.': '请给出平台保存的配置档名称。',
  'There is no {0} profile "{1}".{2}': '没有 {0} 配置档“{1}”。{2}',
  '(there is none yet)': '（目前没有）',
  'Create the profile, or use one of: {0}.': '请创建该配置档，或使用其中之一：{0}。',

  // Update and schedule
  'no machine runs two versions of a daemon that one could choose between':
    '没有机器会同时运行守护进程的两个版本以供选择',
  'the copies of a store are replaced one by one': 'store 的副本逐个替换',
  'Give a number of copies ("1") or a share of them ("25%").': '请给出副本数（“1”）或其比例（“25%”）。',
  '"{0}" is neither a number of copies nor a share of them.': '“{0}”既不是副本数，也不是其比例。',
  'Use "manual" or "automatic".': '请使用“manual”或“automatic”。',
  'With no copy more and no copy less, nothing could ever be replaced.': '既不能多也不能少一个副本，就永远无法替换。',
  'Allow at least one copy more (maxSurge) or less.': '请至少允许多（maxSurge）或少一个副本。',
  'A daemon is updated with copies more or with copies less: one of the two, not both and not neither.':
    '守护进程更新时要么多副本、要么少副本：二者取一，不能都有或都没有。',
  'Give either maxSurge or maxUnavailable, and at least 1.': '请给出 maxSurge 或 maxUnavailable 之一，且至少为 1。',
  'Use "Never" or "OnFailure": what runs to completion cannot be restarted always.':
    '请使用“Never”或“OnFailure”：会运行结束的任务不能总是重启。',
  'Give minute, hour, day, month and weekday, such as "30 2 * * 1-5", or "@daily".':
    '请给出分、时、日、月、星期，例如“30 2 * * 1-5”，或“@daily”。',
  'Give a name of the time zone database, such as "Asia/Shanghai" or "Etc/UTC".':
    '请给出时区数据库中的名称，例如“Asia/Shanghai”或“Etc/UTC”。',
  '"{0}" is not a cron expression.': '“{0}”不是 cron 表达式。',
  '"{0}" is not a time zone.': '“{0}”不是时区。',
  'Use "Allow" (side by side), "Forbid" (skip the new one) or "Replace" (end the old one).':
    '请使用“Allow”（并行）、“Forbid”（跳过新的）或“Replace”（结束旧的）。',

  // Traits where they do not belong
  'it concerns the component as a whole, not one container': '它针对整个组件，而不是某个容器',
  '"{0}" cannot be nested: a container cannot have containers of its own.': '“{0}”不能嵌套：容器不能再有自己的容器。',
  'Move it to the "{0}" trait of the component.': '请移到组件的“{0}”特征中。',
  '"{0}" has no effect here: {1}.': '“{0}”在此处不起作用：{1}。',
  "Move it to the component's own traits, or remove it.": '请移到组件自身的特征中，或删除它。',
  'A {0} runs no container, so the trait "{1}" has no effect.': '{0} 不运行容器，因此特征“{1}”不起作用。',
  'Remove it, or move it to the component that should have it.': '请删除它，或移到应有它的组件。',
  'Another container of this pod is already called "{0}".': '此 Pod 中已有容器名为“{0}”。',
  'Give it a name of its own; the main container is called like the component.': '请给它单独的名称；主容器与组件同名。',

  // Templates
  'Give the id or the name of an application that is a template.': '请给出作为模板的应用的 id 或名称。',
  "Give the name of one of the template's components, or leave it out.": '请给出模板中某个组件的名称，或省略它。',
  'Write { "id": "…" }.': '请写成 { "id": "…" }。',
};
