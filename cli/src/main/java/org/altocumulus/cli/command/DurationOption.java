package org.altocumulus.cli.command;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times on the command line, written as in the configuration. */
final class DurationOption implements ITypeConverter<Duration> {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("[0-9]{1,9} ?[a-z]{1,2}");

    @Override
    public Duration convert(String text) {
        if (NUMBER_AND_UNIT.matcher(text).matches()) {
            try {
                Duration time = ConfigFactory.parseString("time=" + text).getDuration("time");
                if (!time.isZero()) {
                    return time;
                }
            } catch (ConfigException e) {
                // falls through to the refusal
            }
        }
        throw new TypeConversionException(
                "'" + text + "': expected a time such as 500ms, 10s or 2m");
    }
}
