import { type AnyField, exampleText } from './form-target.tsx';

/** What a field starts with when it is added: choices are made, texts are left to the user. */
export function startingValue(field: AnyField): unknown {
  switch (field.widget) {
    case 'group': {
      const branches = field.exactlyOne ?? [];
      const branch = branches.includes('httpGet') ? 'httpGet' : branches[0];
      const fields = (field.fields ?? []).filter(
        ({ name, required }) => name === branch || (required && !branches.includes(name)),
      );
      return Object.fromEntries(
        fields.map((each) => [each.name, startingValue(each)]).filter(([, value]) => value !== undefined),
      );
    }
    case 'list':
      return field.item?.widget === 'group' ? [startingValue(field.item)] : [];
    case 'tags':
      return [];
    case 'keyValue':
      return {};
    case 'select':
      return exampleText(field.example) ?? field.options?.[0]?.value;
    case 'switch':
      return field.default === true;
    case 'number':
      return typeof field.example === 'number' ? field.example : field.minimum;
    case 'json':
    case 'traits':
      return undefined;
    default:
      return '';
  }
}
