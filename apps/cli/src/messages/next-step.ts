import { defineMessages } from '@kubemin/base/message';

/** What to do next, for errors that do not bring their own advice. */
export const nextStepMessages = defineMessages('cli.nextStep', {
  signIn: {
    en: 'kubemin login signs in, kubemin whoami shows as whom',
    zh: 'kubemin login 登录，kubemin whoami 显示当前身份',
  },
  askForRole: {
    en: 'kubemin whoami shows what you may do; an administrator gives roles with kubemin user set NAME --role ROLE',
    zh: 'kubemin whoami 显示您的权限；管理员可用 kubemin user set NAME --role ROLE 授予角色',
  },
  listThem: {
    en: 'kubemin ls lists the applications, kubemin run ls the runs',
    zh: 'kubemin ls 列出应用，kubemin run ls 列出运行',
  },
  lookAgain: {
    en: 'a run may be under way, or somebody else was faster: look with kubemin run ls and kubemin status, then try again',
    zh: '可能有运行正在进行，或已被他人修改：请用 kubemin run ls 与 kubemin status 查看后重试',
  },
  waitAWhile: { en: 'wait a while, then try again', zh: '请稍候再试' },
  seeServer: {
    en: 'the log of the server says more, and kubemin doctor examines what it needs',
    zh: '服务器日志有更多说明，kubemin doctor 会检查其所需条件',
  },
  mendRequest: {
    en: 'change what the message names and try again; the command with --help shows what it takes',
    zh: '请修改消息中指出的内容后重试；在命令后加 --help 可查看其参数',
  },
  mendDocument: {
    en: 'fix what is named above and try again; kubemin validate FILE checks a document without sending it',
    zh: '请修正上面指出的内容后重试；kubemin validate FILE 可在不发送的情况下检查文档',
  },
  sameVersion: {
    en: 'kubemin version compares this command with the platform: both should be of the same version',
    zh: 'kubemin version 比较本命令与平台的版本：两者应当一致',
  },
  sendLess: {
    en: 'make it smaller: split the document into several applications, or export them one by one (kubemin export APP)',
    zh: '请缩小内容：把文档拆分为多个应用，或逐个导出（kubemin export APP）',
  },
  chooseAppName: {
    en: 'choose another name, or let kubemin ls show the application that has it',
    zh: '请另选名称，或用 kubemin ls 查看已使用该名称的应用',
  },
  listApps: { en: 'kubemin ls lists the applications there are', zh: 'kubemin ls 列出现有应用' },
  listTemplates: {
    en: 'kubemin template ls lists the templates, kubemin template show APP what is in one',
    zh: 'kubemin template ls 列出模板，kubemin template show APP 显示其内容',
  },
  listComponents: {
    en: 'kubemin status APP lists the components of an application',
    zh: 'kubemin status APP 列出应用的组件',
  },
  listRevisions: {
    en: 'kubemin revision ls APP lists the revisions of an application',
    zh: 'kubemin revision ls APP 列出应用的修订版',
  },
  listRuns: { en: 'kubemin run ls lists the runs there are', zh: 'kubemin run ls 列出现有运行' },
  listUsers: { en: 'kubemin user ls lists the users there are', zh: 'kubemin user ls 列出现有用户' },
  listTokens: { en: 'kubemin token ls lists the tokens there are', zh: 'kubemin token ls 列出现有令牌' },
  listClusters: { en: 'kubemin cluster ls lists the clusters there are', zh: 'kubemin cluster ls 列出现有集群' },
  listProfiles: {
    en: 'kubemin api GET /profiles lists the profiles there are',
    zh: 'kubemin api GET /profiles 列出现有配置档',
  },
  waitForDeletion: {
    en: 'kubemin run ls shows how far the deletion is; wait for it, or give the application another name',
    zh: 'kubemin run ls 显示删除的进度；请等待其完成，或为应用另选名称',
  },
  newKey: {
    en: 'send the request again with another Idempotency-Key, or wait until the first one is answered',
    zh: '请换一个 Idempotency-Key 重新发送，或等待第一个请求得到应答',
  },
  chooseUserName: {
    en: 'choose another name, or change the user there is with kubemin user set NAME',
    zh: '请另选名称，或用 kubemin user set NAME 修改现有用户',
  },
  configuredUser: {
    en: 'change it where the server is configured, and start the server again',
    zh: '请在服务器的配置中修改，然后重新启动服务器',
  },
  newLogin: {
    en: 'ask for a new address to log in with: kubemin open, or the last lines of kubemin up',
    zh: '请获取新的登录地址：kubemin open，或 kubemin up 最后几行',
  },
  changeUsers: {
    en: 'change the applications that the message names first: kubemin status APP, kubemin deploy FILE',
    zh: '请先修改消息中指出的应用：kubemin status APP、kubemin deploy FILE',
  },
  exportAgain: {
    en: 'export it again with kubemin export, with a KubeMin that is no newer than this one',
    zh: '请用 kubemin export 重新导出，所用的 KubeMin 不应比这一个更新',
  },
  givePassphrase: {
    en: 'give the passphrase it was exported with; --passphrase-file FILE reads it from a file',
    zh: '请提供导出时使用的口令；--passphrase-file FILE 从文件读取',
  },
  makeRoom: {
    en: 'delete or rename what the message names, then import again; --renumber gives components new numbers',
    zh: '请删除或重命名消息中指出的内容，然后再次导入；--renumber 为组件重新编号',
  },
  seePlan: {
    en: 'change what the message names; kubemin diff FILE shows beforehand what a run would do',
    zh: '请修改消息中指出的内容；kubemin diff FILE 预先显示一次运行会做什么',
  },
  chooseClusterName: {
    en: 'choose another name, or forget the other cluster first: kubemin cluster rm NAME',
    zh: '请另选名称，或先移除另一个集群：kubemin cluster rm NAME',
  },
  checkKubeconfig: {
    en: 'name another one with --kubeconfig FILE; kubectl --kubeconfig FILE get nodes shows whether it works',
    zh: '请用 --kubeconfig FILE 指定另一个；kubectl --kubeconfig FILE get nodes 可检验其是否可用',
  },
  checkCluster: {
    en: 'make sure that the cluster runs and can be reached from the server; then kubemin cluster check NAME',
    zh: '请确认集群正在运行且服务器可以访问；然后运行 kubemin cluster check NAME',
  },
  defaultCluster: {
    en: 'it is told when the server starts: kubemin up --cluster CONTEXT, or kubemin server --kubeconfig FILE',
    zh: '它在服务器启动时指定：kubemin up --cluster CONTEXT，或 kubemin server --kubeconfig FILE',
  },
  seeWorkflow: {
    en: 'kubemin export APP --format document shows the workflow; change it there and deploy that',
    zh: 'kubemin export APP --format document 显示工作流；请在其中修改并部署',
  },
  seeRun: { en: 'kubemin run show RUN says what became of it', zh: 'kubemin run show RUN 说明其结果' },
  seeLogs: {
    en: 'kubemin run show RUN lists the jobs of a run; only those that ran a program have a log',
    zh: 'kubemin run show RUN 列出一次运行的作业；只有运行过程序的作业才有日志',
  },
  startAnother: {
    en: 'kubemin deploy FILE starts a new run; kubemin run ls shows those there were',
    zh: 'kubemin deploy FILE 开始新的运行；kubemin run ls 显示以往的运行',
  },
  startPlatform: {
    en: 'start it with kubemin up; kubemin context show says which platform is meant and why',
    zh: '请用 kubemin up 启动；kubemin context show 说明所指的平台及原因',
  },
  checkAddress: {
    en: 'kubemin context show says which address is meant; is that a KubeMin, and of the same version?',
    zh: 'kubemin context show 说明所指的地址；那里是否是 KubeMin，且版本一致？',
  },
  tryAgain: {
    en: 'try again in a moment; kubemin doctor says what does not answer',
    zh: '请稍后重试；kubemin doctor 说明何处没有应答',
  },
  examine: {
    en: 'kubemin doctor examines this machine and the platform; --debug shows where the error comes from',
    zh: 'kubemin doctor 检查本机与平台；--debug 显示错误的来源',
  },
  freeSpace: { en: 'the disk is full: free some space on it, then try again', zh: '磁盘已满：请腾出空间后重试' },
  reportFault: {
    en: 'this is a fault of KubeMin: what is above, and the command, is what a report about it needs',
    zh: '这是 KubeMin 的缺陷：报告时请附上以上内容与所用的命令',
  },
});
