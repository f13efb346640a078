import {
  profileContentSchema,
  profileFilterSchema,
  profileListSchema,
  profileParams,
  profileSchema,
} from './profile.ts';
import { defineRoute } from './route.ts';
import { emptyBody, jsonBody, nothing } from './route-parts.ts';

/** The part of the contract about settings that documents take from the platform by name. */
export const profileRoutes = {
  listProfiles: defineRoute({
    method: 'GET',
    path: '/profiles',
    summary: 'Lists the profiles that traits of documents may refer to',
    access: 'read',
    subject: 'projects',
    params: nothing,
    query: profileFilterSchema,
    body: emptyBody,
    response: { encoding: 'json', schema: profileListSchema },
    errors: [],
  }),
  getProfile: defineRoute({
    method: 'GET',
    path: '/profiles/:kind/:name',
    summary: 'Gives one profile',
    access: 'read',
    subject: 'projects',
    params: profileParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: profileSchema },
    errors: ['PROFILE_NOT_FOUND'],
  }),
  putProfile: defineRoute({
    method: 'PUT',
    path: '/profiles/:kind/:name',
    summary: 'Creates a profile, or changes its content; applications use the change when they are saved again',
    access: 'admin',
    subject: 'platform',
    params: profileParams,
    query: nothing,
    body: jsonBody(profileContentSchema),
    response: { encoding: 'json', schema: profileSchema },
    errors: ['PROFILE_INVALID'],
  }),
  deleteProfile: defineRoute({
    method: 'DELETE',
    path: '/profiles/:kind/:name',
    summary: 'Deletes a profile that no application refers to',
    access: 'admin',
    subject: 'platform',
    params: profileParams,
    query: nothing,
    body: emptyBody,
    response: { encoding: 'json', schema: profileSchema },
    errors: ['PROFILE_NOT_FOUND', 'PROFILE_IN_USE'],
  }),
};
