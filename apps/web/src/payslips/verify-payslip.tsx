import { Button, Center, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import { payslips } from '@mshahara/contract/payslips'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { Detail } from '../ui/detail.tsx'
import { IconCheck, IconCloudOff, IconRefresh, IconX } from '../ui/icons.ts'
import { useTitle } from '../ui/title.ts'
import { type Compared, NetCheck } from './net-check.tsx'

/** Anyone holding a payslip may check it; one that cannot be checked now is not called invalid. */
export default function VerifyPayslip() {
  useTitle('Payslip verification')
  const id = useParam('id')
  const { data, isFetching, isError, refetch } = useRead(payslips.verify, { params: { id } })
  const [compared, setCompared] = useState<Compared>('not yet')
  const again = () => {
    setCompared('not yet')
    void refetch()
  }
  if (isFetching) return <Verifying />
  if (isError) {
    return (
      <Verdict
        icon={IconCloudOff}
        color="gray"
        title="The payslip could not be verified"
        text="Please wait a minute and try again."
        onAgain={again}
      />
    )
  }
  if (!data) {
    return (
      <Verdict
        icon={IconX}
        color="red"
        title="Payslip Invalid"
        text="This payslip is invalid and does not exists in our system."
        onAgain={again}
      />
    )
  }
  return (
    <Verdict {...verdicts[compared]} onAgain={again}>
      <Detail items={factsOf(data)} />
      <NetCheck id={id} onCompared={setCompared} />
    </Verdict>
  )
}

function factsOf({ name, id_number, corrects, corrected_by }: Answer<typeof payslips.verify>) {
  const facts: [string, string][] = [
    ['Name:', name],
    ['ID No:', id_number],
  ]
  if (corrects) facts.push(['Corrects:', corrects])
  if (corrected_by.length > 0) facts.push(['Corrected by:', corrected_by.join(', ')])
  return facts
}

const genuine = {
  icon: IconCheck,
  color: 'brand',
  title: 'Payslip Verified',
  text: 'This payslip is valid and exists in our system.',
} as const

/** That a payslip exists says nothing of the amounts on the paper, and must not seem to. */
const verdicts: Record<Compared, Verdict> = {
  'not yet': {
    ...genuine,
    open: true,
    note: 'The amounts on the paper have not been compared yet: type the net pay above.',
  },
  matches: { ...genuine, note: 'The net pay is right too.' },
  differs: {
    icon: IconX,
    color: 'red',
    title: 'The amount is not right',
    text: 'This is not the net pay of this payslip: it was mistyped, or the paper was changed.',
  },
}

function Verifying() {
  return (
    <Center>
      <Stack align="center">
        <Loader aria-hidden />
        <Text component="h1" role="status" fz="lg" fw={550} m={0}>
          Verifying payslip...
        </Text>
      </Stack>
    </Center>
  )
}

interface Verdict {
  icon: Icon
  color: 'brand' | 'red' | 'gray'
  title: string
  text: string
  note?: string
  /** Something remains to be checked. */
  open?: boolean
}
interface Props extends Verdict {
  onAgain: () => void
  children?: ReactNode
}

function Verdict({ icon: Icon, color, title, text, note, open, onAgain, children }: Props) {
  return (
    <Stack w="100%" maw={420} align="center" gap="md" ta="center">
      {children && (
        <div className="card" style={{ padding: 'var(--card-pad)', width: '100%' }}>
          {children}
        </div>
      )}
      <ThemeIcon
        size={84}
        radius={42}
        color={color}
        variant={open ? 'outline' : color === 'gray' ? 'light' : 'filled'}
      >
        <Icon size={44} stroke={2} aria-hidden />
      </ThemeIcon>
      <div role="status">
        <Title order={1} fz={26}>
          {title}
        </Title>
        <Text c="dimmed" mt={4}>
          {text}
        </Text>
        {note && (
          <Text fw={550} mt="xs">
            {note}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={onAgain}
      >
        Verify Again
      </Button>
    </Stack>
  )
}
