import { englishOf } from '@mshahara/contract/say'

/** Told to operators, about their clients. */
export const say = englishOf('clients', {
  organizationNotFound: 'This organization was not found.',
  pinTaken: ({ name }: { name: string }) =>
    `An organization with this PIN already exists: ${name}.`,
  emailTaken: ({ name }: { name: string }) =>
    `An organization with this email address already exists: ${name}.`,
  operator: "This is the address of a platform operator. Please give the primary user's own.",
})
