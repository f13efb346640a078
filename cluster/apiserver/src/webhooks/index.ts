/**
 * Calls to servers outside of the API server: `WebhookClient` posts reviews; `mutatingAdmissionWebhook` and
 * `validatingAdmissionWebhook` are the plug-ins that call what Mutating- and ValidatingWebhookConfigurations register.
 * A plug-in applies to a request only if a rule of a configuration matches it, so a server without configurations does
 * nothing here. Reviews are sent over TLS alone, with the certificates that the configuration names as authority.
 */
export { mutatingAdmissionWebhook } from './admission/mutating-webhooks.ts';
export { validatingAdmissionWebhook } from './admission/validating-webhooks.ts';
export { WebhookClient } from './webhook-client.ts';
