import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  byBankFile,
  type Integration,
  type IntegrationType,
  payingBanks,
} from '@mshahara/contract/integrations'
import { type Organization, organizations } from '@mshahara/contract/organizations'
import type { Icon } from '@tabler/icons-react'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCreditCard,
  IconDeviceMobile,
  IconInfoCircle,
} from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Status } from '../ui/status.tsx'
import { metaOf, passwordNote, untilTested } from './shown.ts'
import { TestConnection } from './test-connection.tsx'

const icons: Record<IntegrationType, Icon> = {
  bank: IconBuildingBank,
  mpesa: IconDeviceMobile,
  paypal: IconCreditCard,
  stripe: IconCreditCard,
}

/** How the organisation pays people; the operator sets it up. */
export default function Integrations() {
  const read = useRead(organizations.get, undefined, {
    every_ms: (data) => untilTested(data?.integrations),
  })
  const organization = read.data
  return (
    <Page title="Payment Integrations" subtitle="Manage your bank and payment gateway connections">
      {organization ? (
        <Shown organization={organization} />
      ) : read.isError ? (
        <div className="card">
          <Failed
            title="Your integrations could not be loaded"
            onRetry={() => void read.refetch()}
          />
        </div>
      ) : (
        <Text role="status" c="dimmed">
          Loading integration data...
        </Text>
      )}
    </Page>
  )
}

function Shown({ organization }: { organization: Organization }) {
  const { integrations, bank_code, bank_name } = organization
  const byFile = bank_name !== null && !payingBanks.includes(bank_code ?? '')
  return (
    <>
      {byFile && (
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} variant="light">
          {byBankFile(bank_name)}
        </Alert>
      )}
      {integrations.length === 0 ? (
        <div className="card">
          <Empty
            icon={IconBuildingBank}
            title="No Active Integrations"
            text="You don't have any payment integrations set up. Please contact our support team for activation."
            action={<Status value="inactive" />}
          />
        </div>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {integrations.map((one) => (
            <OneIntegration key={one.id} integration={one} organization={organization} />
          ))}
        </SimpleGrid>
      )}
    </>
  )
}

interface Props {
  integration: Integration
  organization: Organization
}

function OneIntegration({ integration, organization }: Props) {
  const { type, status, provider, created_at } = integration
  const Icon = icons[type]
  const bank: [string, string | null][] = [
    ['Account Number', organization.account_no],
    ['Branch Name', organization.branch_name],
    ['Bank Code', organization.bank_code],
    ['Branch Code', organization.branch_code],
  ]
  return (
    <Card
      title={type.toUpperCase()}
      actions={
        <Group gap="xs">
          <Icon size={20} aria-hidden />
          <Status value={status} />
        </Group>
      }
    >
      <Stack gap="md">
        <Reminder integration={integration} organization={organization} />
        <Detail
          items={[
            ['Provider', provider],
            ...(type === 'bank' ? bank : []).map(
              ([term, value]) => [term, value || 'N/A'] as [string, string],
            ),
            ...metaOf(integration),
            ['Activated On', date(created_at)],
          ]}
        />
        {status === 'active' && <TestConnection integration={integration} />}
      </Stack>
    </Card>
  )
}

/** What would keep payments from being made. */
function Reminder({ integration, organization }: Props) {
  const { type, status, bank_code, provider } = integration
  const moved = type === 'bank' && status === 'active' && bank_code !== organization.bank_code
  const text = moved
    ? `This is for ${provider}, but the organization now banks elsewhere. No payments are made through it.`
    : passwordNote(integration)
  if (!text) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {text}
    </Alert>
  )
}
