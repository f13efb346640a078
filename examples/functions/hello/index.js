/** Called with the fields of the JSON body; what it returns is the JSON response. */
export default function hello({ name = 'world' }) {
  return { message: `Hello, ${name}` };
}
