import { defineMessages } from '@kubemin/base/message';

/** Docker Compose files. */
export const composeMessages = defineMessages('convert.compose', {
  notDefined: { en: 'The file defines no {type} "{name}".', zh: '文件中没有定义 {type}“{name}”。' },
  fileMode: {
    en: 'The files of a mounted config or secret have the mode 0644.',
    zh: '挂载的 config 或 secret 的文件权限为 0644。',
  },
  contentNotGiven: {
    en: 'Its content is not part of the text. Add a {type} component "{component}" with the key "{key}".',
    zh: '其内容不在文本中。请添加 {type} 组件“{component}”，并写入键“{key}”。',
  },
  noService: { en: 'The file has no service "{name}".', zh: '文件中没有服务“{name}”。' },
  dependencyCycle: {
    en: '"{name}" and "{service}" would wait for each other.',
    zh: '“{name}”与“{service}”会相互等待。',
  },
  reachedAs: { en: 'It is reachable only as "{name}".', zh: '只能以“{name}”访问它。' },
  variableInvalid: {
    en: '"{name}" cannot be the name of a variable in Kubernetes.',
    zh: '“{name}”不能作为 Kubernetes 中的变量名。',
  },
  variableOfHost: {
    en: 'Its value comes from the machine Compose runs on. Set it under env.',
    zh: '其值来自运行 Compose 的机器。请在 env 下设置。',
  },
  envFileNotGiven: {
    en: 'The file is not part of the text. Put its variables under env, or pass the file too.',
    zh: '文件不在文本中。请把其中的变量写在 env 下，或同时传入该文件。',
  },
  healthCheckOfImage: {
    en: 'It has no test, and the health check of the image is unknown here. Add probes to the component.',
    zh: '它没有 test，而镜像自带的健康检查在此未知。请为组件添加探针。',
  },
  healthCheck: { en: 'the health check', zh: '健康检查' },
  healthCheckChanged: {
    en: 'Compose only marks the service as unhealthy; here it also gets no requests and is restarted. Remove the liveness probe to keep it running.',
    zh: 'Compose 只把服务标记为不健康；在此它还会收不到请求并被重启。若要保持运行，请删除存活探针。',
  },
  time: { en: 'the time {value}', zh: '时间 {value}' },
  wholeSeconds: {
    en: 'Probes take whole seconds; it became {seconds} s.',
    zh: '探针只接受整秒数；已改为 {seconds} 秒。',
  },
  networks: {
    en: 'All components of an application reach each other by name; there are no other networks.',
    zh: '应用的所有组件都可按名称互相访问；没有其他网络。',
  },
  notCompose: { en: 'This is not a Compose file: it has no "services".', zh: '这不是 Compose 文件：没有“services”。' },
  variableEmpty: {
    en: 'It has no value: pass one, or replace {placeholder} in the document.',
    zh: '它没有值：请传入一个值，或在文档中替换 {placeholder}。',
  },
  userName: {
    en: 'User names exist only inside the image. Give the number of the user.',
    zh: '用户名只存在于镜像内部。请给出用户编号。',
  },
  portInvalid: { en: 'This is not a port or range of ports.', zh: '这不是端口或端口范围。' },
  protocol: {
    en: 'A component listens on TCP and UDP, not on {protocol}.',
    zh: '组件监听 TCP 与 UDP，不支持 {protocol}。',
  },
  tooManyPorts: { en: 'A component has at most {most:number} ports.', zh: '组件最多有 {most} 个端口。' },
  anyHostPort: { en: 'a free port of the host', zh: '主机的任意空闲端口' },
  hostPort: { en: 'the port {port} of the host', zh: '主机的端口 {port}' },
  hostPortAt: { en: '{port:message} at {host}', zh: '{port}（位于 {host}）' },
  otherPort: { en: ' It is reachable on port {port}.', zh: '可通过端口 {port} 访问它。' },
  notPublished: {
    en: 'Ports are not published on hosts.{moved?} The component has a Service; add an ingress to reach it from outside.',
    zh: '端口不会发布到主机上。{moved?}组件有 Service；若要从外部访问，请添加 ingress。',
  },
  publishMode: {
    en: 'A Service distributes requests over all pods, whatever the host.',
    zh: 'Service 把请求分发到所有 Pod，与主机无关。',
  },
  portNames: { en: 'The ports of a component have no names.', zh: '组件的端口没有名称。' },
  renamed: {
    en: 'It became "{name}", because names must be DNS labels. Change addresses that contain the old name.',
    zh: '它改名为“{name}”，因为名称必须是 DNS 标签。请修改包含旧名称的地址。',
  },
  limitUsed: {
    en: 'Requests and limits are the same here; the limit is used.',
    zh: '此处申请量与上限相同；使用了上限。',
  },
  amountInvalid: { en: 'This is not a Kubernetes quantity.', zh: '这不是 Kubernetes 的数量。' },
  onlyGpus: { en: 'Only GPUs can be requested, by number.', zh: '只能按数量申请 GPU。' },
  runOnce: {
    en: 'Compose runs it once; here its containers are restarted whenever they end. If it is a task that ends, set its type to job.',
    zh: 'Compose 只运行它一次；在此容器结束后会重启。如果它是会结束的任务，请把类型设为 job。',
  },
  restartOnFailure: {
    en: 'Compose restarts it only after a failure; here also after success. If it is a task that ends, set its type to job with restartPolicy OnFailure.',
    zh: 'Compose 只在失败后重启它；在此成功后也会重启。如果它是会结束的任务，请把类型设为 job，并设置 restartPolicy 为 OnFailure。',
  },
  alwaysRestarted: {
    en: 'The containers of this component are always restarted when they end.',
    zh: '此组件的容器结束后总会重启。',
  },
  runAtStart: {
    en: 'Compose runs it at every start; here it runs again only after a change, or with kubemin deploy --rerun.',
    zh: 'Compose 每次启动都运行它；在此只有发生变更或使用 kubemin deploy --rerun 时才会再次运行。',
  },
  task: { en: 'a service that runs to completion', zh: '运行到结束的服务' },
  knownPorts: {
    en: 'No ports are given; {ports} is used, as the image is known to listen there.',
    zh: '未给出端口；使用了 {ports}，已知该镜像监听于此。',
  },
  noPorts: {
    en: 'No ports are given, so "{name}" cannot be reached by its name. Add the ports it listens on.',
    zh: '未给出端口，因此无法按名称访问“{name}”。请添加它监听的端口。',
  },
  labelKey: { en: '"{key}" cannot be the key of a label or annotation.', zh: '“{key}”不能作为标签或注解的键。' },
  hostAccess: { en: 'Pods have no access to the machine they run on.', zh: 'Pod 不能访问其所在的机器。' },
  podNames: {
    en: 'Kubernetes names the pods; the component is reached by its own name.',
    zh: 'Pod 由 Kubernetes 命名；请按组件自身的名称访问。',
  },
  hostsFile: {
    en: 'The hosts file of a pod is not part of the model; use DNS names.',
    zh: 'Pod 的 hosts 文件不属于模型；请使用 DNS 名称。',
  },
  dns: { en: 'Pods use the DNS of the cluster.', zh: 'Pod 使用集群的 DNS。' },
  logging: { en: 'Logs are read from the cluster, whatever the driver.', zh: '日志从集群读取，与此处的驱动无关。' },
  profiles: {
    en: 'Compose starts it only with one of these profiles; here it is deployed with the others. Set its replicas to 0, or move it into another application.',
    zh: 'Compose 只在使用这些 profile 之一时启动它；在此它与其他组件一起部署。请把副本数设为 0，或移到另一个应用。',
  },
  extends: {
    en: 'The service it extends is not merged. Write its settings here.',
    zh: '它所扩展的服务没有合并进来。请在此写出其设置。',
  },
  develop: { en: 'It is only used during development.', zh: '它只用于开发。' },
  attached: { en: 'Pods have no attached terminal.', zh: 'Pod 没有连接的终端。' },
  build: {
    en: 'KubeMin runs images and does not build them. Build and push "{image}", or use another image.',
    zh: 'KubeMin 只运行镜像，不构建镜像。请构建并推送“{image}”，或使用其他镜像。',
  },
  alias: {
    en: 'It is reachable only as "{name}". Replace the name "{alias}" where it is used.',
    zh: '只能以“{name}”访问它。请在使用名称“{alias}”的地方替换它。',
  },
  volumeUnused: { en: 'No service uses this volume.', zh: '没有服务使用此卷。' },
  volumeShared: {
    en: 'It is shared by {services:list}. Its claim is ReadWriteOnce: their pods must run on one node.',
    zh: '它由 {services} 共享。其声明为 ReadWriteOnce：这些 Pod 必须运行在同一节点上。',
  },
  volumeInvalid: { en: 'This is not a volume that can be mounted.', zh: '这不是可以挂载的卷。' },
  options: { en: 'the options {options}', zh: '选项 {options}' },
  scratchOptions: { en: 'Scratch space has no options here.', zh: '临时空间在此没有选项。' },
  unnamedVolume: { en: 'a volume without a name', zh: '未命名的卷' },
  unnamedVolumeData: {
    en: 'Its data is deleted with the pod. Name the volume to keep the data.',
    zh: '其数据随 Pod 一起删除。若要保留数据，请为卷命名。',
  },
  volumeOfReplicas: { en: 'the volume {name} of {replicas:number} replicas', zh: '{replicas} 个副本的卷 {name}' },
  oneClaim: {
    en: 'All replicas mount one claim, which is ReadWriteOnce: their pods must run on one node.',
    zh: '所有副本挂载同一个声明，而它是 ReadWriteOnce：这些 Pod 必须运行在同一节点上。',
  },
  ownVolumes: {
    en: 'In Compose all replicas share it; here each has its own volume.',
    zh: '在 Compose 中所有副本共享它；在此每个副本有自己的卷。',
  },
  hostDirectory: {
    en: 'Directories of the host are not mounted. Put files into a config component, data into a persistent volume.',
    zh: '不挂载主机的目录。请把文件放进 config 组件，把数据放进持久卷。',
  },
});
