import { defineMessages } from '@kubemin/base/message';

/** What to do next, for errors that do not bring their own advice. */
export const nextStepMessages = defineMessages('cli.nextStep', {
  signIn: {
    en: 'log in with kubemin login; kubemin whoami shows the current user',
    zh: 'kubemin login 登录，kubemin whoami 显示当前身份',
  },
  askForRole: {
    en: 'kubemin whoami shows your roles; an administrator grants roles with kubemin user set NAME --role ROLE',
    zh: 'kubemin whoami 显示您的角色；管理员可用 kubemin user set NAME --role ROLE 授予角色',
  },
  listThem: {
    en: 'list applications with kubemin ls, runs with kubemin run ls',
    zh: 'kubemin ls 列出应用，kubemin run ls 列出运行',
  },
  lookAgain: {
    en: 'a run may be in progress, or another user made a change: check kubemin run ls and kubemin status, then try again',
    zh: '可能有运行正在进行，或已被他人修改：请用 kubemin run ls 与 kubemin status 查看后重试',
  },
  waitAWhile: { en: 'try again later', zh: '请稍候再试' },
  seeServer: {
    en: 'see the log of the server, or run kubemin doctor',
    zh: '请查看服务器日志，或运行 kubemin doctor',
  },
  fixRequest: {
    en: 'fix what the message names and try again; see --help of the command',
    zh: '请修正消息中指出的内容后重试；参数说明见命令的 --help',
  },
  fixDocument: {
    en: 'fix the problems listed above and try again; kubemin validate FILE checks a document without sending it',
    zh: '请修正上面指出的内容后重试；kubemin validate FILE 可在不发送的情况下检查文档',
  },
  sameVersion: {
    en: 'use the same version of command and platform; compare them with kubemin version',
    zh: 'kubemin version 比较本命令与平台的版本：两者应当一致',
  },
  sendLess: {
    en: 'split the document into several applications, or export them one by one (kubemin export APP)',
    zh: '请把文档拆分为多个应用，或逐个导出（kubemin export APP）',
  },
  chooseAppName: {
    en: 'choose another name; kubemin ls lists the names in use',
    zh: '请另选名称；kubemin ls 列出已使用的名称',
  },
  listApps: { en: 'list the applications with kubemin ls', zh: 'kubemin ls 列出现有应用' },
  listTemplates: {
    en: 'list the templates with kubemin template ls, show one with kubemin template show APP',
    zh: 'kubemin template ls 列出模板，kubemin template show APP 显示其内容',
  },
  listComponents: {
    en: 'list the components with kubemin status APP',
    zh: 'kubemin status APP 列出应用的组件',
  },
  listRevisions: {
    en: 'list the revisions with kubemin revision ls APP',
    zh: 'kubemin revision ls APP 列出应用的修订版',
  },
  listRuns: { en: 'list the runs with kubemin run ls', zh: 'kubemin run ls 列出现有运行' },
  listProjects: { en: 'list the projects with kubemin project ls', zh: 'kubemin project ls 列出项目' },
  listUsers: { en: 'list the users with kubemin user ls', zh: 'kubemin user ls 列出现有用户' },
  listTokens: { en: 'list the tokens with kubemin token ls', zh: 'kubemin token ls 列出现有令牌' },
  listClusters: { en: 'list the clusters with kubemin cluster ls', zh: 'kubemin cluster ls 列出现有集群' },
  listProfiles: {
    en: 'list the profiles with kubemin api GET /profiles',
    zh: 'kubemin api GET /profiles 列出现有配置档',
  },
  waitForDeletion: {
    en: 'wait for the deletion (kubemin run ls), or choose another name for the application',
    zh: 'kubemin run ls 显示删除的进度；请等待其完成，或为应用另选名称',
  },
  newKey: {
    en: 'send the request again with another Idempotency-Key, or wait until the first one has completed',
    zh: '请换一个 Idempotency-Key 重新发送，或等待第一个请求得到应答',
  },
  chooseUserName: {
    en: 'choose another name, or change the existing user with kubemin user set NAME',
    zh: '请另选名称，或用 kubemin user set NAME 修改现有用户',
  },
  configuredUser: {
    en: 'change it in the configuration of the server and restart the server',
    zh: '请在服务器的配置中修改，然后重新启动服务器',
  },
  newLogin: {
    en: 'get a new login URL: kubemin open, or the last lines of kubemin up',
    zh: '请获取新的登录地址：kubemin open，或 kubemin up 最后几行',
  },
  changeUsers: {
    en: 'first change the applications named in the message: kubemin status APP, kubemin deploy FILE',
    zh: '请先修改消息中指出的应用：kubemin status APP、kubemin deploy FILE',
  },
  exportAgain: {
    en: 'export it again (kubemin export) with a KubeMin that is not newer than this one',
    zh: '请用 kubemin export 重新导出，所用的 KubeMin 不应比这一个更新',
  },
  givePassphrase: {
    en: 'use the passphrase of the export; --passphrase-file FILE reads it from a file',
    zh: '请提供导出时使用的口令；--passphrase-file FILE 从文件读取',
  },
  makeRoom: {
    en: 'delete or rename what the message names, then import again; --renumber assigns new numbers to components',
    zh: '请删除或重命名消息中指出的内容，然后再次导入；--renumber 为组件重新编号',
  },
  seePlan: {
    en: 'fix what the message names; kubemin diff FILE shows what a run would change',
    zh: '请修改消息中指出的内容；kubemin diff FILE 预先显示一次运行会做什么',
  },
  chooseClusterName: {
    en: 'choose another name, or remove the other cluster first: kubemin cluster rm NAME',
    zh: '请另选名称，或先移除另一个集群：kubemin cluster rm NAME',
  },
  checkKubeconfig: {
    en: 'name another with --kubeconfig FILE; test it with kubectl --kubeconfig FILE get nodes',
    zh: '请用 --kubeconfig FILE 指定另一个；kubectl --kubeconfig FILE get nodes 可检验其是否可用',
  },
  listPods: {
    en: 'list the pods with kubemin cluster pods --app APP',
    zh: 'kubemin cluster pods --app APP 列出应用的 Pod',
  },
  grantInCluster: {
    en: 'change the role of the platform in the cluster: the message names what is missing',
    zh: '请修改平台在集群中的角色：消息指出缺少的权限',
  },
  installMetrics: {
    en: 'install metrics-server in the cluster; the embedded cluster of kubemin up has metrics',
    zh: '请在该集群安装 metrics-server；kubemin up 的内置集群已提供指标',
  },
  checkCluster: {
    en: 'check that the cluster is running and reachable from the server, then run kubemin cluster check NAME',
    zh: '请确认集群正在运行且服务器可以访问；然后运行 kubemin cluster check NAME',
  },
  defaultCluster: {
    en: 'it is set when the server starts: kubemin up --cluster CONTEXT, or kubemin server --kubeconfig FILE',
    zh: '它在服务器启动时指定：kubemin up --cluster CONTEXT，或 kubemin server --kubeconfig FILE',
  },
  seeWorkflow: {
    en: 'show the workflow with kubemin export APP --format document, change it and deploy the result',
    zh: 'kubemin export APP --format document 显示工作流；请在其中修改并部署',
  },
  seeRun: { en: 'show its result with kubemin run show RUN', zh: 'kubemin run show RUN 说明其结果' },
  seeLogs: {
    en: 'list the jobs with kubemin run show RUN; only jobs that ran a program have a log',
    zh: 'kubemin run show RUN 列出一次运行的任务；只有运行过程序的任务才有日志',
  },
  startAnother: {
    en: 'start a new run with kubemin deploy FILE; list runs with kubemin run ls',
    zh: 'kubemin deploy FILE 开始新的运行；kubemin run ls 显示以往的运行',
  },
  startPlatform: {
    en: 'start it with kubemin up; kubemin context show prints the selected platform and why it was selected',
    zh: '请用 kubemin up 启动；kubemin context show 显示所选的平台及原因',
  },
  checkAddress: {
    en: 'check that the address (kubemin context show) is a KubeMin of the same version',
    zh: '请确认该地址（kubemin context show）是版本相同的 KubeMin',
  },
  tryAgain: {
    en: 'try again later; kubemin doctor shows what does not respond',
    zh: '请稍后重试；kubemin doctor 说明何处没有应答',
  },
  examine: {
    en: 'check this machine and the platform with kubemin doctor; --debug prints the stack trace',
    zh: 'kubemin doctor 检查本机与平台；--debug 显示调用栈',
  },
  freeSpace: { en: 'the disk is full: free some space, then try again', zh: '磁盘已满：请腾出空间后重试' },
  reportFault: {
    en: 'this is a bug in KubeMin; include the output above and the command in a bug report',
    zh: '这是 KubeMin 的缺陷：报告时请附上以上内容与所用的命令',
  },
});
