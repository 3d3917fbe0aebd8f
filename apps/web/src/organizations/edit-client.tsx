import { Select, Stack } from '@mantine/core'
import { type Client, clients } from '@mshahara/contract/clients'
import { organizations } from '@mshahara/contract/organizations'
import { useRead } from '../lib/api.ts'
import { BankFields } from '../ui/bank-fields.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { ClientFields } from './client-fields.tsx'

interface Props {
  id: string
  onClose: () => void
}

/** The operator edits any organisation, and switches it off and on. */
export default function EditClient({ id, onClose }: Props) {
  const { data } = useRead(clients.get, { params: { id } })
  return data ? <Form client={data} onClose={onClose} /> : null
}

const initialOf = (client: Client) => ({
  name: client.name,
  address: client.address ?? '',
  phone: client.phone ?? '',
  email: client.email ?? '',
  website: client.website ?? '',
  pin_no: client.pin_no ?? '',
  nhif_no: client.nhif_no ?? '',
  nssf_no: client.nssf_no ?? '',
  bank_name: client.bank_name ?? '',
  branch_name: client.branch_name ?? '',
  account_no: client.account_no ?? '',
  status: client.status,
})

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
]

const whatFollows = {
  deactivated:
    'Its people are signed out at once, and its mail, payouts and payroll wait until it is active.',
  active: 'Its people can sign in again, and whatever was waiting continues.',
}

function Form({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <FormModal
      endpoint={organizations.update}
      params={{ id: client.id }}
      title="Edit Organization"
      action="Update"
      size="xl"
      long
      initial={initialOf(client)}
      ask={async ({ status }) =>
        status === 'deactivated' && client.status === 'active'
          ? {
              title: 'Deactivate Organization',
              text: `Nobody can work in ${client.name} until you activate it again. Everybody in it is signed out now.`,
              action: 'Deactivate',
              danger: true,
            }
          : undefined
      }
      done="Organization updated successfully"
      onClose={onClose}
    >
      {(form) => {
        const { status } = form.values
        return (
          <Stack gap="lg">
            <ClientFields form={form} />
            <Select
              label="Status"
              data={statuses}
              allowDeselect={false}
              maw={420}
              description={status && status !== client.status && whatFollows[status]}
              {...noteBelow}
              {...form.getInputProps('status')}
            />
            <BankFields form={form} />
          </Stack>
        )
      }}
    </FormModal>
  )
}
