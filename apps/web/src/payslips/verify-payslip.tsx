import { Button, Center, Loader, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { payslips } from '@mshahara/contract/payslips'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { Detail } from '../ui/detail.tsx'
import { IconCheck, IconCloudOff, IconRefresh, IconX } from '../ui/icons.ts'
import { useTitle } from '../ui/page.tsx'
import { NetCheck } from './net-check.tsx'

/** Anyone holding a payslip may check it; one that cannot be checked now is not called invalid. */
export default function VerifyPayslip() {
  useTitle('Payslip verification')
  const id = useParam('id')
  const { data, isFetching, isError, refetch } = useRead(payslips.verify, { params: { id } })
  const [differs, setDiffers] = useState(false)
  const again = () => {
    setDiffers(false)
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
    <Verdict {...(differs ? changed : genuine)} onAgain={again}>
      <Detail
        items={[
          ['Name:', data.name],
          ['ID No:', data.id_number],
        ]}
      />
      <NetCheck id={id} onDiffers={setDiffers} />
    </Verdict>
  )
}

const genuine = {
  icon: IconCheck,
  color: 'brand',
  title: 'Payslip Verified',
  text: 'This payslip is valid and exists in our system.',
} as const
const changed = {
  icon: IconX,
  color: 'red',
  title: 'The amount is not right',
  text: 'This is not the net pay of this payslip: it was mistyped, or the paper was changed.',
} as const

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

interface Props {
  icon: Icon
  color: 'brand' | 'red' | 'gray'
  title: string
  text: string
  onAgain: () => void
  children?: ReactNode
}

function Verdict({ icon: Icon, color, title, text, onAgain, children }: Props) {
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
        variant={color === 'gray' ? 'light' : 'filled'}
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
