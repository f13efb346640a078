import { API_PREFIX, applicationPhases, componentStates, runStates, type StateWords } from '@kubemin/client';
import type { Text } from '@kubemin/model';
import type { PageLanguage } from '../web-pages.ts';
import { homeWords, nextCommands } from './home-words.ts';

/** The one page: its script fills it by its address. */
export function homeHtml(language: PageLanguage): string {
  const texts = homeWords[language];
  // A block of data: the browser never runs it, and so no policy has to allow it.
  const data = JSON.stringify({
    api: API_PREFIX,
    words: texts,
    next: Object.fromEntries(Object.entries(nextCommands).map(([view, texts]) => [view, inLanguage(texts, language)])),
    phases: statesIn(applicationPhases, language),
    components: statesIn(componentStates, language),
    runs: statesIn(runStates, language),
  }).replaceAll('<', '\\u003c');
  return frame(
    language,
    `<main id="view"><p class="quiet">${escaped(texts.loading)}</p><noscript><p>${escaped(texts.needsScript)}</p></noscript></main>
<section id="next" hidden><h2>${escaped(texts.next)}</h2><dl></dl></section>
<script type="application/json" id="data">${data}</script>
<script type="module" src="/web/home.js"></script>`,
  );
}

/** What a browser is shown where there is nothing. */
export function notFoundHtml(language: PageLanguage): string {
  const texts = homeWords[language];
  return frame(
    language,
    `<main><h1>${escaped(texts.missing)}</h1><p><a href="/">${escaped(texts.home)}</a></p></main>`,
  );
}

function frame(language: PageLanguage, body: string): string {
  const texts = homeWords[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(texts.title)}</title>
<link rel="icon" href="/web/icon.svg">
<link rel="stylesheet" href="/web/home.css">
<link rel="stylesheet" href="/web/shades.css">
</head>
<body>
<header><a href="/"><img src="/web/icon.svg" alt="" width="28" height="28">${escaped(texts.title)}</a>
<span id="live" role="status"></span><button id="log-out" type="button" hidden>${escaped(texts.logOut)}</button></header>
${body}
<footer><a href="${API_PREFIX}/openapi.json">${escaped(texts.reference)}</a></footer>
</body>
</html>
`;
}

function inLanguage(texts: Readonly<Record<string, Text>>, language: PageLanguage) {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[language]]));
}

function statesIn(states: Readonly<Record<string, StateWords>>, language: PageLanguage) {
  return Object.fromEntries(
    Object.entries(states).map(([state, { symbol, colour, ...text }]) => [
      state,
      { symbol, colour, word: text[language] },
    ]),
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
