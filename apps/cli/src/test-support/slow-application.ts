/** An application whose database takes its time, so that a test can act while the run is under way. */
export const slowApplication = {
  name: 'slow',
  component: [
    { name: 'settings', type: 'config', properties: { conf: { mode: 'slow' } } },
    {
      name: 'database',
      type: 'store',
      image: 'mysql:8.4',
      properties: { ports: [{ port: 3306 }], annotations: { 'kubemin.io/simulate-start-delay': '3s' } },
    },
    { name: 'api', type: 'webservice', image: 'example/api:1.0', properties: { ports: [{ port: 8080 }] } },
  ],
  workflow: [
    { name: 'settings', components: ['settings'] },
    { name: 'database', components: ['database'] },
    { name: 'api', components: ['api'] },
  ],
};
