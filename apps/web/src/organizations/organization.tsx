import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { pictureMegabytes } from '@mshahara/contract/limits'
import { type Organization as Own, organizations } from '@mshahara/contract/organizations'
import { isUnlimited, subscriptions } from '@mshahara/contract/subscriptions'
import { Suspense, useState } from 'react'
import { BankLayouts } from '../exports/index.ts'
import { useRead } from '../lib/api.ts'
import { date, ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { CheckedActs } from '../maker-checker/index.ts'
import { PayerChanges } from '../payouts/index.ts'
import { PayrollSettings } from '../payroll/index.ts'
import { RuleCard } from '../second-factor/index.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { Detail } from '../ui/detail.tsx'
import { Failed } from '../ui/empty.tsx'
import { IconCircleCheck, IconCircleMinus, IconPencil, IconUpload } from '../ui/icons.ts'
import { Logo } from '../ui/logo.tsx'
import { Page } from '../ui/page.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Tag } from '../ui/status.tsx'
import { PictureUpload } from '../ui/upload.tsx'
import { deductions } from './deductions.ts'
import { EditOrganization } from './edit-organization.tsx'
import classes from './organization.module.css'

/** The person's own organisation: who it is, where it banks, and what is deducted. */
export default function Organization() {
  const read = useRead(organizations.get)
  const may = useMay()
  const [editing, setEditing] = useState(false)
  const organization = read.data
  const edit = organization && may(organizations.update) && (
    <>
      <UploadLogo />
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
        Edit
      </Button>
    </>
  )
  return (
    <Page title="Organization Info" actions={edit}>
      {organization ? (
        <>
          <Suspense fallback={null}>
            <PayerChanges />
          </Suspense>
          <Facts organization={organization} />
          <Suspense fallback={null}>
            <RuleCard />
            <PayrollSettings />
            <CheckedActs />
            <BankLayouts />
          </Suspense>
        </>
      ) : read.isError ? (
        <div className="card">
          <Failed
            title="Your organization could not be loaded"
            onRetry={() => void read.refetch()}
          />
        </div>
      ) : (
        <HeadSkeleton label="Loading your organization" />
      )}
      {editing && organization && (
        <EditOrganization organization={organization} onClose={() => setEditing(false)} />
      )}
    </Page>
  )
}

function Facts({ organization }: { organization: Own }) {
  return (
    <>
      <Head organization={organization} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card title="Registration">
          <Detail
            items={[
              ['PIN No.', organization.pin_no],
              ['SHIF No.', organization.nhif_no],
              ['NSSF No.', organization.nssf_no],
              ['Employee Prefix', organization.employee_prefix],
            ]}
          />
        </Card>
        <Card title="Banking">
          <Detail
            items={[
              ['Bank Name', organization.bank_name],
              ['Branch Name', organization.branch_name],
              ['Account Number', organization.account_no],
              ['Bank Code', organization.bank_code],
              ['Branch Code', organization.branch_code],
            ]}
          />
        </Card>
        <Card title="Deduction settings">
          <Switches items={deductions.map(({ flag, name }) => [name, organization[flag]])} />
        </Card>
        <Card title="Working days">
          <Switches
            items={[
              ['Monday to Friday', true],
              ['Saturday', organization.work_saturday],
              ['Sunday', organization.work_sunday],
            ]}
          />
        </Card>
      </SimpleGrid>
      <Subscription />
    </>
  )
}

function Head({ organization }: { organization: Own }) {
  const { name, logo, address, phone, email, website } = organization
  const may = useMay()
  return (
    <section className={`card ${classes.head}`} aria-label="About the organization">
      <div className={classes.logo}>
        {logo ? <img src={`/storage/organization/${logo}`} alt="Logo" /> : <Logo size={84} />}
        {may(organizations.logo) && (
          <Text size="xs" c="dimmed" ta="center">
            {`Allowed: ${logoRules}`}
          </Text>
        )}
      </div>
      <Stack gap="md" flex={1} miw={0}>
        <Title order={2} fz={22} className={classes.name}>
          {name}
        </Title>
        <Detail
          items={[
            ['Address', address],
            ['Phone', phone],
            ['Email', email],
            ['Website', website && <Website address={website} />],
          ]}
        />
      </Stack>
    </section>
  )
}

function Website({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noreferrer" className={classes.link}>
      {address}
    </a>
  )
}

/** What is on and what is off, as icon and word, never as colour alone. */
function Switches({ items }: { items: [name: string, on: boolean][] }) {
  return (
    <dl className={classes.switches}>
      {items.map(([name, on]) => {
        const Icon = on ? IconCircleCheck : IconCircleMinus
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Tag tone={on ? 'green' : 'gray'}>
                <Icon size={14} aria-hidden />
                {on ? 'On' : 'Off'}
              </Tag>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Subscription() {
  const { data } = useRead(subscriptions.current)
  if (!data) return null
  const { employees, price, from, to } = data
  return (
    <Card title="Subscription">
      <Detail
        items={[
          ['Package', data.package.name],
          ['Employees', isUnlimited(employees) ? 'Unlimited' : String(employees)],
          ['Price', price !== null && <span className="figures">{`${ksh(price)}/month`}</span>],
          ['Period', `${date(from)} - ${date(to)}`],
        ]}
      />
    </Card>
  )
}

const logoRules = `JPEG, JPG, PNG (Max: ${pictureMegabytes}MB)`

function UploadLogo() {
  const upload = useAct(organizations.logo, { notice: 'Logo updated successfully' })
  return (
    <PictureUpload allowed={logoRules} onPick={(file) => void upload.run({ body: { file } })}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={upload.busy}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          Upload Logo
        </Button>
      )}
    </PictureUpload>
  )
}
