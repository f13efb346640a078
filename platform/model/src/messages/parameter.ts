import { defineMessages } from '@kubemin/base/message';

/** Parameters of templates: their declarations and their values. */
export const parameterMessages = defineMessages('model.parameter', {
  nameFix: {
    en: 'Use letters, digits, "-" and "_", beginning with a letter; at most 63 characters.',
    zh: '请使用字母、数字、“-”和“_”，以字母开头；至多 63 个字符。',
  },
  scalarFix: { en: 'Give a string, a number, true or false.', zh: '请给出字符串、数字、true 或 false。' },
  boundFix: { en: 'Give a number, or a quantity such as "1Gi".', zh: '请给出数字，或“1Gi”这样的数量。' },
  pathFix: {
    en: 'Write it as "component[NAME].replicas" or "component[NAME].properties.env.KEY".',
    zh: '请写成“component[NAME].replicas”或“component[NAME].properties.env.KEY”。',
  },
  fieldsFix: { en: 'Name at least one field that the parameter fills.', zh: '请至少写出一个由参数填充的字段。' },
  nameTaken: { en: 'Another parameter is already named "{name}".', zh: '已有参数名为“{name}”。' },
  fieldTaken: { en: 'The parameter "{name}" already fills this field.', zh: '参数“{name}”已填充此字段。' },
  fieldTakenFix: {
    en: 'Fill the field once; a "text" can contain several parameters.',
    zh: '每个字段只填充一次；“text”可以包含多个参数。',
  },
  notATemplate: { en: 'the application is not a template', zh: '该应用不是模板' },
  notATemplateFix: {
    en: 'Set tmpEnable to true, or remove the parameters.',
    zh: '请将 tmpEnable 设为 true，或删除参数。',
  },
  pathUnreadable: { en: '"{path}" is not a path of a field.', zh: '“{path}”不是字段的路径。' },
  pathRoot: { en: '"{path}" is not a field of a component.', zh: '“{path}”不是组件的字段。' },
  fieldNotFound: {
    en: 'The template has no "{part}" at "{path}"; there are {names:list}.',
    zh: '模板在“{path}”处没有“{part}”；可用的有 {names}。',
  },
  fieldNothingThere: { en: 'The template has nothing at "{path}".', zh: '模板在“{path}”处没有内容。' },
  fieldNotFoundFix: {
    en: 'Write the field into the template with a usual value, or correct the path.',
    zh: '请在模板中写出该字段及常用值，或改正路径。',
  },
  fieldIdentity: {
    en: 'A parameter cannot fill "{field}": it decides which component it is.',
    zh: '参数不能填充“{field}”：它决定组件的身份。',
  },
  fieldIdentityFix: {
    en: 'Remove it; applications name their components in the entries that use the template.',
    zh: '请删除它；应用在使用模板的条目中为组件命名。',
  },
  fieldNotScalar: {
    en: 'The field "{path}" is a list or an object; a parameter fills one value.',
    zh: '字段“{path}”是列表或对象；参数只填充一个值。',
  },
  fieldNotScalarFix: { en: 'Continue the path to a value inside it.', zh: '请把路径写到其中的某个值。' },
  fieldType: {
    en: 'The field "{path}" is {expected:message}; a parameter of type {type} cannot fill it.',
    zh: '字段“{path}”是{expected}；类型为 {type} 的参数不能填充它。',
  },
  fieldTypeFix: { en: 'Change the type of the parameter.', zh: '请更改参数的类型。' },
  secretField: {
    en: 'A parameter of type secret fills only values of secret components.',
    zh: '类型为 secret 的参数只能填充 secret 组件中的值。',
  },
  secretFieldFix: {
    en: 'Put the value into "component[NAME].properties.secret.KEY" of a secret component, and refer to that.',
    zh: '请把值放入 secret 组件的“component[NAME].properties.secret.KEY”，再引用它。',
  },
  needsSecretType: {
    en: 'The field "{path}" is secret; the parameter must be of type secret.',
    zh: '字段“{path}”是密文；参数的类型须为 secret。',
  },
  secretDefault: { en: 'A secret has no default in the declaration.', zh: '密文参数在声明中没有默认值。' },
  secretDefaultFix: {
    en: 'Remove the default: without a value, the secret of the template is used.',
    zh: '请删除默认值：未给出时使用模板中的密文。',
  },
  textOnly: { en: 'A text fills only fields that are strings.', zh: 'text 只能填充字符串字段。' },
  textFix: { en: 'Remove "text", or correct the path.', zh: '请删除“text”，或改正路径。' },
  textUnknown: {
    en: 'The text refers to the parameter "{name}", which does not exist.',
    zh: 'text 引用了不存在的参数“{name}”。',
  },
  textWithout: {
    en: 'The text does not refer to the parameter "{name}"; write its name in braces.',
    zh: 'text 没有引用参数“{name}”；请把其名称写在花括号中。',
  },
  textUndetermined: {
    en: 'The parameter "{name}" is used in a text, so it needs a default or must be required.',
    zh: '参数“{name}”用于 text，因此须有默认值或为必填。',
  },
  textUndeterminedFix: {
    en: 'Give it a default, or set required to true.',
    zh: '请给出默认值，或将 required 设为 true。',
  },
  textSecret: {
    en: 'The text contains the secret parameter "{name}", but its field is not secret.',
    zh: 'text 包含密文参数“{name}”，但其字段不是密文。',
  },
  enumWithoutValues: {
    en: 'A parameter of type enum needs values to choose from.',
    zh: '类型为 enum 的参数须有可选值。',
  },
  enumValuesFix: { en: 'Add "values" with the values to choose from.', zh: '请用“values”给出可选值。' },
  valuesWithoutEnum: { en: 'only parameters of type enum have values', zh: '只有类型为 enum 的参数才有可选值' },
  patternWithoutText: {
    en: 'only parameters of type string and secret have a pattern',
    zh: '只有类型为 string 和 secret 的参数才有格式',
  },
  boundsWithoutSize: {
    en: 'parameters of type {type} have neither minimum nor maximum',
    zh: '类型为 {type} 的参数没有最小值和最大值',
  },
  boundWrong: {
    en: '"{field}" of a parameter of type {type} must be {expected:message}.',
    zh: '类型为 {type} 的参数的“{field}”必须是{expected}。',
  },
  quantity: { en: 'a quantity such as "500m" or "2Gi"', zh: '“500m”或“2Gi”这样的数量' },
  boundsReversed: { en: 'The minimum is greater than the maximum.', zh: '最小值大于最大值。' },
  boundsReversedFix: { en: 'Exchange them.', zh: '请交换两者。' },
  patternUnreadable: { en: 'The pattern cannot be read: {reason}.', zh: '无法读取格式：{reason}。' },
  patternTooCostly: {
    en: 'The pattern could take very long: it repeats a group that repeats, refers back, or looks around.',
    zh: '该格式可能耗时很久：它重复了含有重复的组，或使用了反向引用或环视。',
  },
  patternFix: {
    en: 'Use character classes with at most three open repetitions, such as "[a-z][a-z0-9]*".',
    zh: '请使用字符类，且至多三个不定次数的重复，例如“[a-z][a-z0-9]*”。',
  },
  defaultInvalid: { en: 'The default is not allowed: {reason:message}', zh: '默认值不被允许：{reason}' },
  defaultFix: { en: 'Correct the default.', zh: '请改正默认值。' },
  defaultOfRequired: {
    en: 'the parameter is required, so every application gives a value',
    zh: '参数为必填，每个应用都会给出值',
  },
  unknown: {
    en: 'The template "{template}" has no parameter "{name}".{hint?}',
    zh: '模板“{template}”没有参数“{name}”。{hint?}',
  },
  unknownFix: { en: 'Remove it, or use one of: {names:list}.', zh: '请删除它，或使用其中之一：{names}。' },
  unknownFixNone: { en: 'Remove it; the template has no parameters.', zh: '请删除它；该模板没有参数。' },
  missing: { en: 'The parameter "{name}" ({type}) must be given.', zh: '必须给出参数“{name}”（{type}）。' },
  missingFix: {
    en: 'Add "{name}" to the map "parameters" beside the id of the template.',
    zh: '请在模板 id 旁的映射“parameters”中加入“{name}”。',
  },
  valueType: { en: '"{name}" must be {expected:message}.', zh: '“{name}”必须是{expected}。' },
  valueTypeFix: { en: 'Correct the value.', zh: '请改正该值。' },
  quoteFix: { en: 'Write the value in quotes.', zh: '请给该值加上引号。' },
  valueNotListed: { en: '"{name}" must be one of {values:list}.', zh: '“{name}”必须是 {values} 之一。' },
  valuePattern: { en: '"{name}" must match the pattern {pattern}.', zh: '“{name}”必须匹配格式 {pattern}。' },
  valueTooLongForPattern: {
    en: '"{name}" must have at most {most:number} characters.',
    zh: '“{name}”至多 {most} 个字符。',
  },
  valueTooSmall: { en: '"{name}" must be at least {minimum}.', zh: '“{name}”至少为 {minimum}。' },
  valueTooBig: { en: '"{name}" must be at most {maximum}.', zh: '“{name}”至多为 {maximum}。' },
  valueTooShort: {
    en: '"{name}" must have at least {minimum} characters.',
    zh: '“{name}”至少须有 {minimum} 个字符。',
  },
  valueTooLong: { en: '"{name}" must have at most {maximum} characters.', zh: '“{name}”至多 {maximum} 个字符。' },
});
