/** Buttons of the first pages, drawn without the component library (README of this folder). */
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import type { Style } from './variables.ts';

const LINE = 'calc(0.0625rem * var(--mantine-scale)) solid';

/** `subtle` is gray. */
const VARIANTS = {
  filled: {
    '--button-bg': 'var(--mantine-color-teal-filled)',
    '--button-hover': 'var(--mantine-color-teal-filled-hover)',
    '--button-color': 'var(--mantine-color-white)',
    '--button-bd': `${LINE} transparent`,
  },
  default: {
    '--button-bg': 'var(--mantine-color-default)',
    '--button-hover': 'var(--mantine-color-default-hover)',
    '--button-color': 'var(--mantine-color-default-color)',
    '--button-bd': `${LINE} var(--mantine-color-default-border)`,
  },
  subtle: {
    '--button-bg': 'transparent',
    '--button-hover': 'var(--mantine-color-gray-light-hover)',
    '--button-color': 'var(--mantine-color-gray-light-color)',
    '--button-bd': `${LINE} transparent`,
  },
} satisfies Record<string, Style>;

const sizeVariables = (size: ButtonAppearance['size']): Style =>
  size === undefined
    ? {}
    : {
        '--button-height': `var(--button-height-${size})`,
        '--button-padding-x': `var(--button-padding-x-${size})`,
        '--button-fz': `var(--mantine-font-size-${size})`,
      };

export interface ButtonAppearance {
  readonly variant?: keyof typeof VARIANTS | undefined;
  readonly size?: 'xs' | 'md' | undefined;
  readonly fullWidth?: boolean | undefined;
  readonly rightSection?: ReactNode;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** The attributes of a button that shows `appearance`. */
const attributesOf = (
  { variant = 'filled', size, fullWidth, rightSection, className }: ButtonAppearance,
  isLive: boolean,
) => ({
  style: { ...sizeVariables(size), ...VARIANTS[variant] },
  className: classNames(
    'mantine-focus-auto',
    isLive && 'mantine-active',
    className,
    'm_77c9d27d mantine-Button-root m_87cf2631 mantine-UnstyledButton-root',
  ),
  'data-variant': variant,
  'data-size': size,
  'data-block': fullWidth || undefined,
  'data-with-right-section': rightSection === undefined ? undefined : true,
});

function Inner({
  rightSection,
  isLoading,
  children,
}: Pick<ButtonAppearance, 'rightSection' | 'children'> & { readonly isLoading: boolean }) {
  return (
    <span className="m_80f1301b mantine-Button-inner">
      <span className="m_811560b9 mantine-Button-label" data-loading={isLoading || undefined}>
        {children}
      </span>
      {rightSection !== undefined && (
        <span className="m_a74036a mantine-Button-section" data-position="right">
          {rightSection}
        </span>
      )}
    </span>
  );
}

const LOADER_PLACE: CSSProperties = {
  transformOrigin: 'center',
  opacity: 1,
  transform: 'translate(-50%, calc(-50% + calc(0.0625rem * var(--mantine-scale))))',
};
const LOADER: Style = {
  '--loader-size': 'calc(var(--button-height) / 1.8)',
  '--loader-color': 'var(--button-color)',
};

export interface ButtonProps
  extends ButtonAppearance,
    Omit<ComponentProps<'button'>, keyof ButtonAppearance | 'style'> {
  /** What it began is not done: it cannot be pressed again. */
  readonly loading?: boolean;
}

export function Button({
  variant,
  size,
  fullWidth,
  rightSection,
  className,
  loading = false,
  disabled = false,
  children,
  ...others
}: ButtonProps) {
  const appearance = { variant, size, fullWidth, rightSection, className, children };
  return (
    <button
      type="button"
      {...attributesOf(appearance, !loading && !disabled)}
      data-disabled={disabled || undefined}
      data-loading={loading || undefined}
      disabled={disabled || loading}
      {...others}
    >
      {loading && (
        <span style={LOADER_PLACE} className="m_a25b86ee mantine-Button-loader" aria-hidden="true">
          <span style={LOADER} className="m_b34414df m_5ae2e3c mantine-Loader-root" />
        </span>
      )}
      <Inner rightSection={rightSection} isLoading={loading}>
        {children}
      </Inner>
    </button>
  );
}

type LinkButtonProps = ButtonAppearance & Omit<ComponentProps<typeof Link>, keyof ButtonAppearance | 'style'>;

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  fullWidth,
  rightSection,
  className,
  children,
  ...others
}: LinkButtonProps) {
  return (
    <Link {...attributesOf({ variant, size, fullWidth, rightSection, className, children }, true)} {...others}>
      <Inner rightSection={rightSection} isLoading={false}>
        {children}
      </Inner>
    </Link>
  );
}

/** Buttons side by side, as one. */
export const ButtonGroup = ({ className, ...others }: ComponentProps<'div'>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a part of a form
  <div
    className={classNames(className, 'm_80d6d844 mantine-ButtonGroup-group')}
    data-orientation="horizontal"
    role="group"
    {...others}
  />
);
