/** An application whose database takes so long, so that a test can act while the run is under way. */
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

/** One that ends by itself. */
export const slowApplication: ReturnType<typeof slowFor> = slowFor('3s');
