import { Button } from '@mantine/core'
import { useBack } from '../lib/place.ts'
import { IconArrowLeft } from './icons.ts'

/** At the foot of a long page. */
export const BackButton = ({ children = 'Back' }: { children?: string }) => (
  <Button
    variant="default"
    leftSection={<IconArrowLeft size={16} aria-hidden />}
    onClick={useBack()}
  >
    {children}
  </Button>
)
