/** An application whose database starts slowly, so that a test can act during the run. */
export const slowFor = (delay: string) => ({
  name: 'slow',
  component: [
    { name: 'settings', type: 'config', properties: { conf: { mode: 'slow' } } },
    {
      name: 'database',
      type: 'store',
      image: 'mysql:8.4',
      properties: { ports: [{ port: 3306 }], annotations: { 'kubemin.io/simulate-start-delay': delay } },
    },
    { name: 'api', type: 'webservice', image: 'example/api:1.0', properties: { ports: [{ port: 8080 }] } },
  ],
  workflow: [
    { name: 'settings', components: ['settings'] },
    { name: 'database', components: ['database'] },
    { name: 'api', components: ['api'] },
  ],
});

/** One whose run completes. */
export const slowApplication: ReturnType<typeof slowFor> = slowFor('3s');
