/** The page of users who are not logged in: how to get a login link, or to log in with an API token. */
export { LoginPage } from './login-page.tsx';
