import { Button, Group } from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import {
  type RaisesAsked,
  type RaisesWorkedOut,
  raiseRule,
  raises,
} from '@mshahara/contract/raises'
import { lazy, Suspense, useState } from 'react'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { IconFileUpload } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { askedAgain, askedBy, everybody } from './choice.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { WorkedOut } from './worked-out.tsx'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

interface Worked {
  of: number
  answer: RaisesWorkedOut
  asked: RaisesAsked
}

/** New salaries for many: chosen, looked over person by person, and saved in one act. */
export default function Raises() {
  const [choice, setChoice] = useState(everybody)
  const [worked, setWorked] = useState<Worked | null>(null)
  const [uploading, setUploading] = useState(false)
  const look = useAct(raises.preview)
  useUnsaved(() => worked !== null)
  const show = (answer: RaisesWorkedOut, asked: RaisesAsked) =>
    setWorked({ of: (worked?.of ?? 0) + 1, answer, asked })
  async function preview() {
    const asked = askedBy(choice)
    const fault = raiseRule.safeParse(asked.rule).error?.issues[0]
    if (fault) return toast('error', fault.message)
    await ask(asked)
  }
  async function ask(body: RaisesAsked) {
    const answer = await look.run({ body })
    if (answer) show(answer, body)
    return answer !== undefined
  }
  return (
    <Page
      title="Raises"
      subtitle="New salaries for many people, with the arrears of months already paid"
      back={{ label: 'Back to employees', to: '/employees' }}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileUpload size={17} aria-hidden />}
          onClick={() => setUploading(true)}
        >
          Use a Sheet
        </Button>
      }
    >
      <Card title="Who and how much">
        <ChoiceFields choice={choice} onChange={(part) => setChoice({ ...choice, ...part })} />
        <Group justify="flex-end" mt="md">
          <Button loading={look.busy} onClick={() => void preview()}>
            Preview
          </Button>
        </Group>
      </Card>
      {worked && (
        <WorkedOut
          key={worked.of}
          worked={worked.answer}
          isByHand={worked.asked.rule !== null && (worked.asked.own ?? []).length > 0}
          busy={look.busy}
          onAgain={(rows, typed) => ask(askedAgain(worked.asked, rows, typed))}
          onDone={() => setWorked(null)}
        />
      )}
      <Suspense fallback={null}>
        {uploading && (
          <Sheet
            from={choice.from}
            onRows={(rows) =>
              show({ told: '', rows, refused: [] }, { from: choice.from, rule: null })
            }
            onClose={() => setUploading(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface SheetProps {
  from: string
  onRows: (rows: RaisesWorkedOut['rows']) => void
  onClose: () => void
}

/** It fills the same grid, to be looked over and saved there. */
const Sheet = ({ from, onRows, onClose }: SheetProps) => (
  <ImportWizard
    title="Raises by Sheet"
    endpoint={raises.upload}
    template={raises.template}
    asked={{ from }}
    first="Download the template. Everybody is in it with their salary so far: fill in the new ones."
    faults={raises.faults}
    done="Salaries changed successfully"
    take={{
      label: 'Show the Salaries',
      run: (answer) => onRows((answer as Answer<typeof raises.upload>).proposed),
    }}
    onClose={onClose}
  />
)
