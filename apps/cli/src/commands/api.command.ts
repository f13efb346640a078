import { apiField, apiHeader, argument, defineCommand, flag, list, option } from '../command/index.ts';

/** `kubemin api`. */
export const apiCommand = defineCommand({
  path: ['api'],
  group: 'platform',
  summary: { en: 'send a request to the REST API and print the response', zh: '向 REST API 发送请求并打印应答' },
  help: {
    en: 'Paths are relative to /api/v1. Fields are sent as the query of a GET and as a JSON body otherwise; true, false, null and numbers keep their type. Event streams are printed as they arrive.',
    zh: '路径在 /api/v1 之下，除非它以此开头。字段在 GET 时成为查询参数，否则成为 JSON 请求体；true、false、null 与数字按原类型发送。事件流会随到随打印。',
  },
  arguments: {
    method: argument('method', { en: 'GET, POST, PUT, PATCH or DELETE', zh: 'GET、POST、PUT、PATCH 或 DELETE' }),
    path: argument('path', { en: 'for example /applications', zh: '如 /applications' }),
  },
  options: {
    fields: list('-f, --field <key=value>', { en: 'a field of the query or body', zh: '查询或请求体的字段' }, apiField),
    headers: list('-H, --header <name: value>', { en: 'a header to send', zh: '要发送的请求头' }, apiHeader),
    input: option('--input <file>', {
      en: 'the body, from a file or - for stdin',
      zh: '请求体，取自文件；- 表示标准输入',
    }),
    include: flag('-i, --include', { en: 'print status and headers too', zh: '同时打印状态与响应头' }),
  },
  examples: [
    { line: 'kubemin api GET /applications -f limit=5', needs: 'platform' },
    { line: 'kubemin api GET /whoami --include', needs: 'platform' },
  ],
  load: async () => {
    const { api } = await import('./api.ts');
    return api;
  },
});
