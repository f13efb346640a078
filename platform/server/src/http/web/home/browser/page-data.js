/** What comes with the page, in its language: texts, commands to type, and how states are shown. */
export const { api, words, next, phases, components, runs } = JSON.parse(document.querySelector('#data').textContent);
export const language = document.documentElement.lang;
