import { defineMessages } from '@kubemin/base/message';

/** About container images. */
export const imageMessages = defineMessages('cli.image', {
  demoImages: { en: 'the images of the demo were not made', zh: '未能制作示例应用的镜像' },
  size: { en: 'SIZE', zh: '大小' },
  note: { en: 'NOTE', zh: '备注' },
  standIn: { en: 'stand-in', zh: '替身' },
  noImages: {
    en: 'no images; build, load or pull one: kubemin image --help',
    zh: '没有镜像；可以构建、加载或拉取：kubemin image --help',
  },
  notFound: { en: 'image {name} not found', zh: '找不到镜像 {name}' },
  listsImages: { en: 'list the images with kubemin image ls', zh: '用 kubemin image ls 列出镜像' },
  removed: { en: 'removed {name}', zh: '已删除 {name}' },
  builtImage: { en: 'built {name} ({id}, {size})', zh: '已构建 {name}（{id}，{size}）' },
  loadedImage: { en: 'loaded {name}', zh: '已加载 {name}' },
  pushedImage: { en: 'pushed {name} ({digest})', zh: '已推送 {name}（{digest}）' },
  noRegistry: {
    en: 'no registry for {name}: no KubeMin with a registry runs here',
    zh: '没有可推送 {name} 的镜像仓库：此处没有运行带镜像仓库的 KubeMin',
  },
  nameRegistry: {
    en: 'start one with kubemin up, or name a registry: kubemin image push NAME REGISTRY/NAME',
    zh: '请用 kubemin up 启动，或指定镜像仓库：kubemin image push 名称 仓库/名称',
  },
  checkPush: {
    en: 'check the name, the registry and the rights there; credentials stored by docker login are used',
    zh: '请检查名称、镜像仓库以及在其中的权限；docker login 保存的凭据在此同样有效',
  },
  pulledImage: { en: 'pulled {name}', zh: '已拉取 {name}' },
  warning: { en: 'warning: {text:message}', zh: '警告：{text}' },
  step: { en: '[{number:number}/{total:number}] {text}', zh: '[{number}/{total}] {text}' },
  received: { en: '{percent:number} % ({received} of {total})', zh: '已接收 {percent} %（{received} / {total}）' },
  failed: { en: '{what}: {why:message}', zh: '{what}：{why}' },
  checkDockerfile: {
    en: 'fix the line of the Dockerfile; kubemin image build --help lists the supported instructions',
    zh: '请修改 Dockerfile 的该行；kubemin image build --help 列出支持的指令',
  },
  checkArchive: {
    en: 'use an archive made by docker save, nerdctl save or kubemin image save',
    zh: '请使用 docker save、nerdctl save 或 kubemin image save 生成的归档',
  },
  refusedNothingLeft: {
    en: 'the archive was rejected, nothing was stored; get the image from a source you trust',
    zh: '归档已被拒绝，未保留任何内容；请从可信来源获取镜像',
  },
  checkPull: {
    en: 'check the name and the registry; credentials stored by docker login are used',
    zh: '请检查名称与镜像仓库；docker login 保存的凭据在此同样有效',
  },
  mirrorFailed: {
    en: 'not pulled from the mirror {place}: {reason:message}',
    zh: '未能从镜像站 {place} 拉取：{reason}',
  },
  freeSpace: {
    en: 'check that the disk is not full and the directory can be written',
    zh: '请检查磁盘是否已满、目录是否可写',
  },
  buildBase: {
    en: 'base images: kubemin/node, kubemin/shell, scratch, or an image of kubemin image ls',
    zh: '可用的基础镜像：kubemin/node、kubemin/shell、scratch，或 kubemin image ls 中的镜像',
  },
  noDockerfile: {
    en: 'no Dockerfile in {directory}, and nothing to make one from',
    zh: '{directory} 中没有 Dockerfile，也没有可据以生成的文件',
  },
  addDockerfile: {
    en: 'add a Dockerfile, a package.json, an index.js or server.js, or an index.html; or name a file: -f FILE',
    zh: '请添加 Dockerfile、package.json、index.js 或 server.js、或 index.html；也可用 -f FILE 指定文件',
  },
  assumedNode: { en: 'no Dockerfile: using Node to run {main}', zh: '没有 Dockerfile：用 Node 运行 {main}' },
  assumedFiles: {
    en: 'no Dockerfile: using a static file server on port 80',
    zh: '没有 Dockerfile：用静态文件服务器，端口 80',
  },
  noDirectory: { en: '{directory} is not a directory', zh: '{directory} 不是目录' },
  nameDirectory: { en: 'name the directory with the files of the image', zh: '请指定镜像文件所在的目录' },
  unreadable: { en: 'cannot read {file}: {why:message}', zh: '无法读取 {file}：{why}' },
  checkPath: { en: 'check the path', zh: '请检查路径' },
  unwritable: { en: 'cannot write {file}: {why:message}', zh: '无法写入 {file}：{why}' },
  archiveToTerminal: { en: 'refusing to write an archive to a terminal', zh: '归档不会输出到终端' },
  nameFile: { en: 'name a file: -f FILE, or redirect the output', zh: '请用 -f FILE 指定文件，或重定向输出' },
  saved: { en: 'saved {file} ({size})', zh: '已保存 {file}（{size}）' },
  keptImage: { en: 'kept {name}: image already exists', zh: '保留 {name}：该镜像已存在' },
  builtStandIn: { en: 'built a stand-in for {name}', zh: '已为 {name} 构建替身' },
  noStandIn: { en: 'no stand-in for {names}', zh: '{names} 没有替身' },
  otherWays: {
    en: 'load or build these images: kubemin image load FILE, kubemin image build DIR -t NAME',
    zh: '请加载或构建这些镜像：kubemin image load FILE、kubemin image build DIR -t NAME',
  },
  invalidBuildArg: { en: 'invalid build argument {text}', zh: '构建参数 {text} 无效' },
  writeBuildArg: { en: 'write it as NAME=VALUE', zh: '请写作 NAME=VALUE' },
  repository: { en: 'IMAGE', zh: '镜像' },
  programs: { en: 'PROGRAMS', zh: '程序' },
});
