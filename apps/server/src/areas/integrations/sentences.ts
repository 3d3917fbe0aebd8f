import { byBankFile, noBankAccount } from '@mshahara/contract/integrations'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the ways to pay. */
export const say = englishOf('integrations', {
  organizationNotFound: 'This organization was not found.',
  simulatorKey: 'This is the key of the simulator. Enter the provider’s own.',
  companyCode: 'Company Code is required for this bank.',
  companyCodeLong: 'Company Code can have at most 15 characters.',
  oneActive: 'Another integration of this kind is active. Deactivate it first.',
  testedOften: 'This integration has just been tested several times. Please wait ten minutes.',
  noBankAccount,
  byBankFile: ({ bank }: { bank: string | null }) => byBankFile(bank),
})
