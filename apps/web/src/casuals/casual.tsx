import { Group, Stack, Title } from '@mantine/core'
import { casualPayWays } from '@mshahara/contract/casual-fields'
import { type Casual, casuals } from '@mshahara/contract/casuals'
import { exports } from '@mshahara/contract/exports'
import { type ReactNode, Suspense, useState } from 'react'
import { P9Button } from '../exports/index.ts'
import { useRead } from '../lib/api.ts'
import { date, ksh, wholeName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { WaitsFor } from '../maker-checker/index.ts'
import { useAct } from '../ui/act.ts'
import { BackButton } from '../ui/back-button.tsx'
import { ChangeStatus } from '../ui/change-status.tsx'
import { Detail } from '../ui/detail.tsx'
import { Page } from '../ui/page.tsx'
import { PersonActions, PersonHead, PersonTabs } from '../ui/person-page.tsx'
import { Photo } from '../ui/photo.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Advances, Deductions } from './daily-items.tsx'
import { MissingCasual } from './missing-casual.tsx'

export default function CasualDetails() {
  const id = useParam('id')
  const { data: casual, isPending } = useRead(casuals.get, { params: { id } })
  const [changing, setChanging] = useState(false)
  const may = useMay()
  return (
    <Page
      title="Casual Details"
      tab={casual ? wholeName(casual) : 'Casual Details'}
      actions={
        casual && (
          <>
            {may(casuals.update) && (
              <PersonActions
                who="Casual"
                edit={`/edit-casual/${casual.id}`}
                onStatus={() => setChanging(true)}
              />
            )}
            {may(exports.p9) && <P9Button casual_id={casual.id} />}
          </>
        )
      }
    >
      {isPending && <HeadSkeleton label="Loading the casual" />}
      {!isPending && !casual && <MissingCasual />}
      {casual && (
        <>
          <Suspense fallback={null}>
            <WaitsFor id={casual.id} />
          </Suspense>
          <Head casual={casual} />
          <PersonTabs
            key={casual.id}
            tabs={[
              ['Details', Details],
              ['Advance', Advances],
              ['Deductions', Deductions],
            ]}
            given={{ casual }}
            remember={`casual-details-tab-${casual.id}`}
          />
          <Group justify="flex-end">
            <BackButton />
          </Group>
          {changing && (
            <ChangeStatus
              who="Casual"
              person={casual}
              // It answers with a casual, which the modal has no need of.
              endpoint={casuals.status as never}
              onClose={() => setChanging(false)}
            />
          )}
        </>
      )}
    </Page>
  )
}

function Head({ casual }: { casual: Casual }) {
  const may = useMay()
  const upload = useAct(casuals.avatar, { notice: 'Casual picture updated successfully' })
  const pick = (file: string) => void upload.run({ body: { casual_id: casual.id, file } })
  return (
    <PersonHead
      person={casual}
      photo={
        <Photo
          person={casual}
          folder="casual"
          busy={upload.busy}
          {...(may(casuals.avatar) && { onPick: pick })}
        />
      }
      facts={[
        ['Casual No', casual.casual_no],
        ['Department', casual.department?.name],
        ['Work Station', casual.station?.name],
        ['Duty', casual.duty],
      ]}
    />
  )
}

function Details({ casual }: { casual: Casual }) {
  const byPiece = casual.pay_basis === 'piece'
  return (
    <Stack gap="xl" p="var(--card-pad)">
      <Part title="Personal Information">
        <Detail
          items={[
            ['ID Number', casual.id_number],
            ['Gender', casual.gender],
            ['Date of Birth', date(casual.dob)],
            ['Phone', casual.phone],
            ['Address', casual.address],
          ]}
        />
      </Part>
      <Part title="Employment Details">
        <Detail
          items={[
            ['Employment Date', date(casual.employment_date)],
            [
              byPiece ? `Pay for a ${casual.piece ?? 'piece'}` : 'Daily Pay',
              <span key="pay" className="figures">
                {ksh(casual.pay)}
              </span>,
            ],
            ['Termination Date', date(casual.termination_date) || 'N/A'],
            ['Pay by', casualPayWays[casual.pay_by]],
          ]}
        />
      </Part>
      <Part title="Statutory Numbers">
        <Detail
          items={[
            ['PIN No', casual.pin_no],
            ['NSSF No', casual.nssf_no],
            ['SHIF No', casual.nhif_no],
          ]}
        />
      </Part>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  )
}
