package org.altocumulus.protocol.message;

/** The status codes that the server sends, each with its level. */
public enum StatusCode {
    /** The connection is open. */
    CONNECT_SUCCESS("NetConnection.Connect.Success", Status.LEVEL_STATUS),
    /** The connection was refused; clients close at once. */
    CONNECT_REJECTED("NetConnection.Connect.Rejected", Status.LEVEL_ERROR),
    /** There is no such application. */
    CONNECT_INVALID_APP("NetConnection.Connect.InvalidApp", Status.LEVEL_ERROR),
    /** The connection could not be made. */
    CONNECT_FAILED("NetConnection.Connect.Failed", Status.LEVEL_ERROR),
    /** The connection has ended. */
    CONNECT_CLOSED("NetConnection.Connect.Closed", Status.LEVEL_STATUS),
    /** The server or the application stops. */
    CONNECT_APP_SHUTDOWN("NetConnection.Connect.AppShutdown", Status.LEVEL_ERROR),
    /** The client was silent or idle for too long. */
    CONNECT_IDLE_TIMEOUT("NetConnection.Connect.IdleTimeout", Status.LEVEL_STATUS),
    /** A call failed or named no method. */
    CALL_FAILED("NetConnection.Call.Failed", Status.LEVEL_ERROR),
    /** A call's arguments cannot be read. */
    CALL_BAD_VERSION("NetConnection.Call.BadVersion", Status.LEVEL_ERROR),
    /** A call is not allowed. */
    CALL_PROHIBITED("NetConnection.Call.Prohibited", Status.LEVEL_ERROR),
    /** What a connectivity checker has found. */
    CONNECTIVITY_RESULTS("NetConnection.ConnectivityCheck.Results", Status.LEVEL_STATUS),
    /** An operation on a stream failed. */
    STREAM_FAILED("NetStream.Failed", Status.LEVEL_ERROR),
    /** The list of what is played was reset. */
    PLAY_RESET("NetStream.Play.Reset", Status.LEVEL_STATUS),
    /** Playing starts. */
    PLAY_START("NetStream.Play.Start", Status.LEVEL_STATUS),
    /** Playing has ended. */
    PLAY_STOP("NetStream.Play.Stop", Status.LEVEL_STATUS),
    /** Playing is not possible. */
    PLAY_FAILED("NetStream.Play.Failed", Status.LEVEL_ERROR),
    /** There is no such stream. */
    PLAY_STREAM_NOT_FOUND("NetStream.Play.StreamNotFound", Status.LEVEL_ERROR),
    /** The stream that is played has a publisher now. */
    PLAY_PUBLISH_NOTIFY("NetStream.Play.PublishNotify", Status.LEVEL_STATUS),
    /** The stream that is played has no publisher any more. */
    PLAY_UNPUBLISH_NOTIFY("NetStream.Play.UnpublishNotify", Status.LEVEL_STATUS),
    /** The subscriber is too slow for the stream. */
    PLAY_INSUFFICIENT_BANDWIDTH("NetStream.Play.InsufficientBW", Status.LEVEL_WARNING),
    /** Publishing starts. */
    PUBLISH_START("NetStream.Publish.Start", Status.LEVEL_STATUS),
    /** The name has a publisher already. */
    PUBLISH_BAD_NAME("NetStream.Publish.BadName", Status.LEVEL_ERROR),
    /** Publishing was refused. */
    PUBLISH_DENIED("NetStream.Publish.Denied", Status.LEVEL_ERROR),
    /** Publishing has ended. */
    UNPUBLISH_SUCCESS("NetStream.Unpublish.Success", Status.LEVEL_STATUS),
    /** Playing is paused. */
    PAUSE_NOTIFY("NetStream.Pause.Notify", Status.LEVEL_STATUS),
    /** Playing goes on. */
    UNPAUSE_NOTIFY("NetStream.Unpause.Notify", Status.LEVEL_STATUS),
    /** Playing goes on elsewhere in the stream. */
    SEEK_NOTIFY("NetStream.Seek.Notify", Status.LEVEL_STATUS),
    /** A live stream cannot seek. */
    SEEK_FAILED("NetStream.Seek.Failed", Status.LEVEL_ERROR),
    /** Recording starts. */
    RECORD_START("NetStream.Record.Start", Status.LEVEL_STATUS),
    /** Recording has ended. */
    RECORD_STOP("NetStream.Record.Stop", Status.LEVEL_STATUS),
    /** The recording cannot be written. */
    RECORD_NO_ACCESS("NetStream.Record.NoAccess", Status.LEVEL_ERROR),
    /** Recording failed. */
    RECORD_FAILED("NetStream.Record.Failed", Status.LEVEL_ERROR);

    private final String text;
    private final String level;

    StatusCode(String text, String level) {
        this.text = text;
        this.level = level;
    }

    /** The code as clients compare it. */
    public String text() {
        return text;
    }

    /** "status", "warning" or "error". */
    public String level() {
        return level;
    }
}
