/** What the server answers when it refuses, in Chinese. What is not here is introduced by the meaning of its error. */
export const answerSentences: Readonly<Record<string, string>> = {
  // Accounts
  'the login code is unknown, expired, or was used before; ask for another': '登录码未知、已过期或已使用；请获取新的',
  'there is no user {0}': '没有用户 {0}',
  'tokens of others are for administrators: {0}': '他人的令牌仅管理员可用：{0}',
  'there is no token {0}': '没有令牌 {0}',
  'the token that asks for another was revoked meanwhile; use another one': '所用令牌已被吊销；请换用其他令牌',
  'there is a user {0} already; change them, or choose another name': '已有用户 {0}；请修改该用户，或另选名称',
  'user {0} comes from the settings the server was started with, and can be changed only there':
    '用户 {0} 来自服务器的启动设置，只能在那里修改',
  'the token is not one this server knows, or it has ended': '服务器不认识该令牌，或其已失效',
  'too many tokens from your address that open nothing': '来自您地址的无效令牌过多',
  'too many logins from your address that open nothing': '来自您地址的无效登录过多',
  'too many logins of this account': '该账号登录过于频繁',
  'this needs a token: send the header `Authorization: Bearer <token>`':
    '此操作需要令牌：请发送请求头 `Authorization: Bearer <token>`',
  'this token asks too often': '该令牌请求过于频繁',
  '{0}; try again in {1} s': '{0}；请在 {1} 秒后重试',

  // Applications and documents
  'there is no application {0}': '没有应用 {0}',
  'there is no application {0}; leave `id` out to create one': '没有应用 {0}；如要新建请省略 `id`',
  '{0} has an application called {1} already; choose another name': '{0} 中已有应用 {1}；请另选名称',
  'application {0} was changed by somebody else at the same moment': '应用 {0} 同时被他人修改',
  'application {0} is being deleted; wait until it is gone, or cancel the run that deletes it':
    '应用 {0} 正在被删除；请等待其完成，或取消删除它的运行',
  'the document cannot be read{0}: {1}': '无法读取文档{0}：{1}',
  ' at line {0}, column {1}': '（第 {0} 行第 {1} 列）',
  'the document is not valid{0}{1}': '文档无效{0}{1}',
  ' (and {0} more, see problems)': '（另有 {0} 处，见下）',
  'the body is empty; send the application document as JSON or YAML': '请求内容为空；请以 JSON 或 YAML 发送应用文档',
  'the body is larger than this server accepts; split the application': '请求内容过大；请拆分应用',
  'the body is not valid JSON at {0}: {1}': '请求内容在 {0} 处不是有效的 JSON：{1}',
  'line {0}, column {1}': '第 {0} 行第 {1} 列',
  'the request breaks rules: {0}': '请求不符合规则：{0}',
  'application {0} has no revision {1}; its newest is {2}': '应用 {0} 没有修订版 {1}；最新为 {2}',
  'application {0} is at revision {1}{2}, and not at {3}': '应用 {0} 现为修订版 {1}{2}，而不是 {3}',
  ', saved by {0} at {1}': '（由 {0} 于 {1} 保存）',
  '{0}; nothing was changed': '{0}；没有任何改动',
  'Look at revision {0}, make the change for it, and send it with If-Match: "{1}".':
    '请查看修订版 {0}，在其基础上修改，并以 If-Match: "{1}" 发送。',
  'This may only be granted by an administrator: {0}.': '只有管理员才能授予此权限：{0}。',
  'it grants rights in the whole cluster': '它授予整个集群的权限',
  'it grants rights in the namespace "{0}"': '它授予命名空间“{0}”的权限',
  'its {0} are not named one by one': '其 {0} 没有逐一列出',
  'the verb "{0}" lets its holder take further rights': '动词“{0}”可让持有者获取更多权限',
  'a right to {0} {1}': '对 {0} 的权限{1}',
  'holds the credentials of every application of the namespace': '包含该命名空间所有应用的凭据',
  'gives tokens of any account of the namespace': '可获得该命名空间任意账号的令牌',
  'runs commands in the pods of every application of the namespace': '可在该命名空间所有应用的 Pod 中执行命令',
  'reads and types in the pods of every application of the namespace': '可读写该命名空间所有应用的 Pod',
  'reaches every port of the pods of the namespace': '可访问该命名空间所有 Pod 的任意端口',
  'reaches every service of the namespace': '可访问该命名空间的任意服务',
  'runs containers in the pods of every application of the namespace': '可在该命名空间所有应用的 Pod 中运行容器',
  'runs commands in every pod of the node': '可在节点的任意 Pod 中执行命令',
  'gives any right to any account': '可给任意账号任意权限',
  'changes what every caller of the API server writes': '可改变所有调用者写入 API 服务器的内容',
  'changes the API of the whole cluster': '可改变整个集群的 API',
  'makes certificates of any user': '可签发任意用户的证书',
  'runs pods as any account and with any Secret of the namespace': '可用该命名空间的任意账号和 Secret 运行 Pod',
  'it grants URLs of the API server itself': '它授予 API 服务器自身的 URL',
  'the label "{0}" adds its rules to other roles': '标签“{0}”会把其规则加入其他角色',
  'The namespace "{0}" is closed to all but administrators.': '命名空间“{0}”只对管理员开放。',
  '{0} "{1}" belongs to another application and is not shared.': '{0}“{1}”属于其他应用，且未共享。',
  '{0} "{1}" exists already and was not made by this application.': '{0}“{1}”已存在，且不是由本应用创建的。',
  '"{0}" gives a container power over its machine, which only administrators may.':
    '“{0}”使容器能够支配所在的机器，只有管理员可以这样做。',
  'Remove it, or have an administrator save it.': '请将其移除，或由管理员保存。',
  'Use a namespace of your own, or have an administrator save it.': '请使用自己的命名空间，或由管理员保存。',
  'Have its owner give it the trait "share", or have an administrator save it.':
    '请让其所有者为其添加 share 特征，或由管理员保存。',
  'Choose another name, or have an administrator save it.': '请另选名称，或由管理员保存。',
  'what the document uses has changed too often while it was looked up; try again':
    '查询期间文档所用对象多次变化；请重试',
  'Name the resources and verbs that are needed in its own namespace, or have an administrator save it.':
    '请列出本命名空间所需的资源与动词，或由管理员保存。',
  'the value is the mask {0}, and no value is stored that it could stand for':
    '该值是掩码 {0}，但没有已保存的值与之对应',
  'Write the secret value itself.': '请写出机密值本身。',
  'Several templates are called "{0}": {1}.': '多个模板名为“{0}”：{1}。',
  'Give the id of the one that is meant.': '请给出所指模板的 id。',
  'There is no cluster "{0}".': '没有集群“{0}”。',
  'Register it, name one that is registered, or leave it out for the cluster "{0}".':
    '请先登记它，写已登记的集群，或省略以使用集群“{0}”。',
  'the profile is not valid: {0}': '配置档无效：{0}',
  'there is no {0} profile "{1}"': '没有 {0} 配置档“{1}”',

  // Runs and operations
  'what run {0} created cannot be removed: run {1} comes after it, and may need it; cancel that run, or cancel without cleaning up':
    '无法删除运行 {0} 所创建的内容：运行 {1} 在其后，可能需要它们；请先取消那次运行，或取消而不清理',
  'revision {0} of application {1} was refused in run {2}; roll back to it to deliver it all the same':
    '应用 {1} 的修订版 {0} 已在运行 {2} 中被拒绝；如仍要交付，请回滚到它',
  'there is no run {0}': '没有运行 {0}',
  'there is no workflow {0}': '没有工作流 {0}',
  'no other revision of application {0} has been delivered; name one': '应用 {0} 没有交付过其他修订版；请指定一个',
  'application {0} has no workflow {1}': '应用 {0} 没有工作流 {1}',
  'run {0} is not a run of application {1}': '运行 {0} 不属于应用 {1}',
  'no log was kept of job {0} of run {1}': '没有保存运行 {1} 中任务 {0} 的日志',
  'the workflow of application {0} has no steps to run': '应用 {0} 的工作流没有可运行的步骤',
  'the workflow is not valid{0}': '工作流无效{0}',
  'A workflow needs at least one step.': '工作流至少需要一个步骤。',
  'Give it a step with the components it deploys.': '请给它一个步骤，并列出要部署的组件。',
  'the application is being deleted by {0}': '应用正由 {0} 删除',
  'no update of application {0} waits for somebody to decide': '应用 {0} 没有等待决定的更新',
  'the version changes no component of application {0}': '该版本没有改动应用 {0} 的任何组件',
  'the application has no component "{0}"': '应用中没有组件“{0}”',
  'there is a component "{0}" already; update it instead': '已有组件“{0}”；请改为更新',
  'the component "{0}" is named twice': '组件“{0}”写了两次',
  'the component "{0}" needs a type to be added': '添加组件“{0}”需要类型',
  '"{0}" is no update strategy; use one of: {1}': '“{0}”不是更新策略；请使用其中之一：{1}',
  '"{0}" is no action; use one of: {1}': '“{0}”不是操作；请使用其中之一：{1}',

  // Clusters
  'a cluster called {0} is registered already; choose another name, or replace its kubeconfig':
    '集群 {0} 已登记；请另选名称，或更换其 kubeconfig',
  'the cluster answers: Kubernetes {0}': '集群有应答：Kubernetes {0}',
  '1 application names': '有 1 个应用使用',
  '{0} applications name': '有 {0} 个应用使用',
  '{0} the cluster {1}; delete what is there first': '{0}集群 {1}；请先删除那里的内容',
  'the cluster does not answer: {0}': '集群没有应答：{0}',
  'the default cluster is the one the server was started with; start it with another kubeconfig':
    '默认集群在服务器启动时指定；请以其他 kubeconfig 启动',
  'there is no cluster {0}': '没有集群 {0}',
  'the cluster {0} does not tell: {1}': '集群 {0} 没有回答：{1}',

  // Export and import
  'the passphrase is not the one this bundle was exported with': '口令与导出时的不一致',
  'the bundle is damaged: it is not as it was exported; export it again': '导出包已损坏，与导出时不同；请重新导出',
  'the bundle is of version {0}, and this server reads version {1}; import it with a newer one':
    '导出包为版本 {0}，本服务器只读版本 {1}；请用更新的服务器导入',
  'what the bundle holds is not JSON; was it made by KubeMin?': '导出包的内容不是 JSON；它是 KubeMin 生成的吗？',
  'the bundle holds documents that are not valid here; nothing was imported':
    '导出包中有在此无效的文档；没有导入任何内容',
  'nothing was imported: {0}': '没有导入任何内容：{0}',

  // The server itself
  'something the server needs cannot answer right now; try again shortly': '服务器所需的某部分暂时无法应答；请稍后重试',
  'the server has a fault; its log says more': '服务器内部错误；详见其日志',
  'no space left on the disk of the database; make room, then try again': '数据库所在磁盘空间不足；请腾出空间后重试',
  'nothing was done, as what is done cannot be written down right now; try again shortly':
    '目前无法记录操作，因此什么都没有做；请稍后重试',
  'cannot reach KubeMin at {0}: {1}': '无法连接 {0} 的 KubeMin：{1}',
  "the answer of {0} (HTTP {1}) is not one of KubeMin's: {2}; is the address right, and is the server of the same version as this client?":
    '{0} 的应答（HTTP {1}）不是 KubeMin 的：{2}；地址是否正确，服务器与客户端版本是否一致？',
};
