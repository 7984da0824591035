/**
 * The classes of the console that stand in global style sheets, by style sheet: the words that all screens share, and names of Mantine and
 * uPlot. The list only shrinks: a name that is gone from its style sheet has to leave it.
 */
export const GLOBAL_CLASSES: Readonly<Record<string, string>> = {
  'ui/base.css': [
    'card facts grow grow-text link-button mantine-Button-loader muted num pad row small stack stack-tight visually-hidden',
  ].join(' '),
  'ui/forced-colors.css': [
    'form-notice mantine-Button-root mantine-Checkbox-input mantine-Radio-radio mantine-SegmentedControl-label',
    'mantine-Switch-thumb mantine-Switch-track result-line sev skeleton',
  ].join(' '),
  'ui/forms.css': 'form form-notice narrow series-picker',
  'ui/lists.css':
    'admin-card admin-grid bad card figure filters good inner list main result-line row scroll-x section side wide',
  'ui/mantine-tokens.css': [
    'mantine-Button-inner mantine-Button-label mantine-Button-root mantine-Input-description mantine-Input-input',
    'mantine-Menu-dropdown mantine-Menu-item mantine-SegmentedControl-indicator mantine-SegmentedControl-label',
    'mantine-SegmentedControl-root mantine-Slider-thumb',
  ].join(' '),
  'ui/pages.css': 'card full-page loading-mark logo narrow',
  'ui/reading.css': 'caption hot lead-age lone-point reading stale unit value',
  'ui/states.css':
    'caution corrected critical empty good info none offline ok problem problem-text sev skeleton tag warning withdrawn',
  'ui/time-graph.module.css': 'u-cursor-x u-select',
};
