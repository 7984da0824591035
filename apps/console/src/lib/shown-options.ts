/** How many options a searchable field shows at a time: typing finds the others. An organization may have thousands of sentries. */
export const SHOWN_OPTIONS = 200;
