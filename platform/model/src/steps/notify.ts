import * as z from 'zod';
import { word } from '../form/index.ts';
import { declareStepType } from './declared-step-type.ts';
import { webAddress } from './web-address.ts';

const secretRef = z.object({ name: z.string().trim().min(1), key: z.string().trim().min(1).default('token') });

export const notifyStep = declareStepType({
  name: 'notify',
  declaration: {
    summary: 'Sends a signed message about the run to a webhook.',
    schema: z.object({
      url: webAddress(),
      message: z.string().max(4000).default(''),
      /** A Secret of the application's namespace whose value signs the message. */
      secret: secretRef.optional(),
      data: z.record(z.string(), z.unknown()).default({}),
    }),
    components: 'optional',
    outputs: ['status'],
  },
  wording: {
    type: word(['Notify', '通知'], ['Sends a message to a webhook.', '向 Webhook 发送关于本次运行的签名消息。']),
    properties: {
      url: word(['Address', '地址'], ['Where the message is posted.', '接收消息的地址。'], {
        example: 'https://hooks.example.org/deploys',
      }),
      message: word(['Message', '消息'], ['Text of the message.', '消息内容。'], { example: 'The shop was updated.' }),
      secret: word(['Signed by', '签名密钥'], ['The Secret that signs it.', '用于签名的密钥。']),
      'secret.name': word(['Secret', '密钥名称'], ['Its name.', '密钥的名称。'], { example: 'webhook' }),
      'secret.key': word(['Key', '键'], ['The key of the value in it.', '该值对应的键。']),
      data: word(['Data', '附加数据'], ['More to send along.', '一并发送的数据。']),
    },
  },
});
